// [hx-ws:connect][data-live]: a page that only listens answers pings, so the server knows somebody reads.
// htmx brings it back after a break; the server then tells it everything anew.

document.addEventListener("htmx:ws:after:message:incoming", (event) => {
  const { data } = event.detail.message;
  if (typeof data !== "string" || !data.startsWith("{") || !event.target.matches?.("[data-live]")) return;
  const frame = JSON.parse(data);
  if (frame.type === "ping") event.detail.connection.socket.send(JSON.stringify({ pong: frame.k }));
});
