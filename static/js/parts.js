// Links and forms marked with hx-boost change a part of the page. htmx asks for the part, puts it in its place and
// writes the address; this keeps the rest of the page right.

// Another answer than a part (an error, a page to log in at), or none: the link or form leads there as it does without us.
function goThere({ sourceElement: source, request, response }) {
  if (source.matches("form") && !response?.raw.redirected) source.submit();
  else location.assign(response?.raw.redirected ? response.raw.url : request.action);
}

document.addEventListener("htmx:after:request", (event) => {
  const { ctx } = event.detail;
  if (ctx.response.status === 200 && !/^\s*<!doctype/i.test(ctx.text)) return;
  event.preventDefault();
  goThere(ctx);
});

document.addEventListener("htmx:error", ({ detail: { ctx } }) => {
  if (ctx?.status.startsWith("error")) goThere(ctx);
});

// A link to another page of a list leads to its beginning; one to more of it, to what stands behind the line it names;
// a form that was refused, to what is wrong.
document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  const part = ctx.target;
  if (ctx.request?.anchor) {
    const last = document.getElementById(ctx.request.anchor);
    last?.nextElementSibling?.querySelector("a")?.focus({ preventScroll: true });
  }
  if (ctx.sourceElement.rel) part.querySelector("[tabindex='-1']")?.focus();
  part.querySelector("[aria-invalid=true]")?.focus();
});

// htmx marks the page in the browser's history with the first thing it changes, or a socket brings. While the next page is
// on its way the browser would take that for giving it up; so it is done at once.
history.replaceState({ htmx: true }, "");

// The switches of the top bar come back to where one is now.
document.addEventListener("htmx:after:history:push", () => {
  for (const next of document.querySelectorAll(".topbar [name=next]")) next.value = location.pathname + location.search;
});
