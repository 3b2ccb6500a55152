// Where there is no network a page says so: that page is kept, and the files it is made of. No other page ever is, and
// what is on the network always comes first. A new version takes over at once: nothing that is open was made by the old.
// home_screen.py says before: KEPT, the name of what is kept; PAGE, where that page is; FILES, what it is made of.

async function keep() {
  const kept = await caches.open(KEPT);
  await kept.addAll([new Request(PAGE, { cache: "reload", credentials: "omit" }), ...FILES]);
  await self.skipWaiting();
}

async function tidy() {
  for (const name of await caches.keys()) if (name !== KEPT) await caches.delete(name);
  await self.registration.navigationPreload?.enable();
}

async function kept(asked) {
  return (await (await caches.open(KEPT)).match(asked)) ?? Response.error();
}

async function page(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return kept(PAGE);
  }
}

async function file(request) {
  try {
    return await fetch(request);
  } catch {
    return kept(request);
  }
}

// The tab that tells of my turn, or a new one.
async function show(address) {
  const tabs = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const tab = tabs.find(({ url }) => new URL(url).pathname === address);
  return tab ? tab.focus() : self.clients.openWindow(address);
}

self.addEventListener("install", (event) => event.waitUntil(keep()));
self.addEventListener("activate", (event) => event.waitUntil(tidy()));
self.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  if (method !== "GET") return;
  if (mode === "navigate") event.respondWith(page(event));
  else if (FILES.includes(new URL(url).pathname)) event.respondWith(file(event.request));
});
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data));
});
