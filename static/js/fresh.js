// Where Back brings a live page out of the browser's own cache, its socket is dead and what it shows is old: it is
// loaded anew. (Safari keeps pages with sockets; over https it heeds our no-store.)

window.addEventListener("pageshow", ({ persisted }) => { if (persisted) location.reload(); });
