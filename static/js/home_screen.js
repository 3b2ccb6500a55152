// What the site is as an application: the page for when there is no network is kept, in the language of this one.

const worker = navigator.serviceWorker; // over plain http there is none
localStorage.setItem("language", document.documentElement.lang);
window.addEventListener("load", () => worker?.register("/service-worker.js").catch(() => {})); // the next page tries again
