// <hx-frame>: the pieces of the table that changed. Each becomes the element with its id, in place: what stays the
// same stays the same element, with its focus, its listeners and its motion. [data-same] comes empty and stays as
// the page has it, [data-more] comes at the end of what is there, [data-out] goes. One walk over the frame: htmx would
// take each piece through a swap of its own, for twice the time.

// htmx marks what it listens to; a person opens <details>; what is not seen yet says so (unseen.js).
const OURS = new Set(["data-htmx-powered", "open", "data-covered", "data-untold"]);
const MOVE = Element.prototype.moveBefore;

let wanted = new Set(); // the ids of a frame

const isElement = (node) => node.nodeType === Node.ELEMENT_NODE;
const ownName = (node) => node.getAttribute("data-card") ?? node.getAttribute("data-said");
const kind = (node) => ownName(node) ?? node.getAttribute("class")?.split(" ", 1)[0];

function named(fresh) {
  const old = document.getElementById(fresh.id);
  return old?.nodeName === fresh.nodeName ? old : null;
}

// What takes the form of `fresh`: the element with its name, or else the next nameless one of its kind.
function find(fresh, at) {
  if (!isElement(fresh)) return at?.nodeType === fresh.nodeType ? at : null;
  if (fresh.id) return named(fresh);
  const mine = kind(fresh);
  while (at && !(at.nodeName === fresh.nodeName && !at.id && kind(at) === mine)) at = at.nextSibling;
  return at;
}

function dress(old, fresh) {
  for (const name of fresh.getAttributeNames()) {
    const value = fresh.getAttribute(name);
    if (old.getAttribute(name) === value) continue;
    old.setAttribute(name, value);
    if (name === "value" && old !== document.activeElement) old.value = value;
  }
  for (const name of old.getAttributeNames()) if (!fresh.hasAttribute(name) && !OURS.has(name)) old.removeAttribute(name);
}

function move(parent, node, before) {
  if (MOVE) return MOVE.call(parent, node, before);
  const focused = document.activeElement;
  parent.insertBefore(node, before);
  if (node.contains(focused)) focused.focus({ preventScroll: true });
}

const isWanted = ({ id }) => wanted.has(id);
const holds = (node) => isElement(node) && (isWanted(node) || [...node.querySelectorAll("[id]")].some(isWanted));

// What goes is taken out before what stays would be moved past it: only what changes its place is moved.
function fill(old, fresh) {
  let at = old.firstChild;
  let child = fresh.firstChild;
  const take = () => {
    const gone = at;
    at = at.nextSibling;
    gone.remove();
  };
  while (child) {
    const next = child.nextSibling; // a new one leaves the frame
    const known = find(child, at);
    if (known?.parentNode === old) while (known !== at && !holds(at)) take();
    if (!known) old.insertBefore(child, at);
    else if (known !== at) move(old, known, at);
    if (known) become(known, child);
    at = (known ?? child).nextSibling;
    child = next;
  }
  while (at) take();
}

function become(old, fresh) {
  if (!isElement(fresh)) {
    if (old.data !== fresh.data) old.data = fresh.data;
  } else if (!fresh.hasAttribute("data-same") && !old.isEqualNode(fresh)) {
    dress(old, fresh);
    fill(old, fresh);
  }
}

function put(piece) {
  const old = document.getElementById(piece.id);
  if (!old) return;
  if (piece.hasAttribute("data-out")) return old.remove();
  if (piece.hasAttribute("data-more")) return old.append(...piece.childNodes);
  if (old.nodeName === piece.nodeName) become(old, piece);
  else old.replaceWith(piece);
  const now = document.getElementById(piece.id);
  if (now.matches("form") || now.querySelector("form")) htmx.process(now);
}

htmx.registerExtension("pieces", {
  htmx_process_frame({ content }) {
    wanted = new Set([...content.querySelectorAll("[id]")].map(({ id }) => id));
    for (const piece of [...content.children]) put(piece);
  },
});
