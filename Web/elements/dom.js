/**
 * The few helpers that views build their nodes with. Text always enters through text nodes and
 * attributes through `setAttribute`: no markup is ever parsed from data.
 */

/** @typedef {Node|string|number|null|undefined|false} Child */

/**
 * A new element. Keys that begin with `on` add listeners, `class` and everything else become
 * attributes; `true` is an empty attribute, `false`, `null` and `undefined` are left out.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, any>|null} [attributes]
 * @param {...(Child|Child[])} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, attributes, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else setAttribute(node, key, value);
  }
  append(node, children);
  return node;
}

/**
 * A button that does one thing wherever it stands: in a form, too, it sends nothing.
 * @param {string} look its classes
 * @param {string|null} name that it is found by
 * @param {(event: MouseEvent) => void} act
 * @param {...(Child|Child[])} children
 */
export function plainButton(look, name, act, ...children) {
  return h("button", { type: "button", class: look, "data-testid": name, onclick: act }, ...children);
}

const svgNamespace = "http://www.w3.org/2000/svg";

/**
 * A new SVG element.
 * @param {string} tag
 * @param {Record<string, any>|null} [attributes]
 * @param {...(Child|Child[])} children
 * @returns {SVGElement}
 */
export function svg(tag, attributes, ...children) {
  const node = document.createElementNS(svgNamespace, tag);
  for (const [key, value] of Object.entries(attributes ?? {})) setAttribute(node, key, value);
  append(node, children);
  return node;
}

/**
 * Sets, or for false, null and undefined removes, an attribute; touches nothing when it has the
 * value already. ARIA states are spelled out: "true" and "false".
 * @param {Element} node
 * @param {string} name
 * @param {unknown} value
 */
export function setAttribute(node, name, value) {
  if (typeof value === "boolean" && name.startsWith("aria-")) {
    if (node.getAttribute(name) !== String(value)) node.setAttribute(name, String(value));
    return;
  }
  if (value === false || value === null || value === undefined) {
    if (node.hasAttribute(name)) node.removeAttribute(name);
    return;
  }
  const text = value === true ? "" : String(value);
  if (node.getAttribute(name) !== text) node.setAttribute(name, text);
}

/**
 * Makes `text` the node's text and says whether that changed anything.
 * @param {Node} node
 * @param {string} text
 */
export function setText(node, text) {
  if (node.textContent === text) return false;
  node.textContent = text;
  return true;
}

/**
 * Shows or hides a node by its `hidden` attribute.
 * @param {HTMLElement} node
 * @param {boolean} visible
 */
export function show(node, visible) {
  if (node.hidden === visible) node.hidden = !visible;
}

/**
 * Makes `children` the node's children, leaving those that already stand in their place, so that
 * focus and running animations are not disturbed.
 * @param {Node} node
 * @param {Child[]} children
 */
export function setChildren(node, children) {
  const wanted = children.filter(isShown).map(toNode);
  const focused = document.activeElement;
  for (const [at, child] of wanted.entries()) {
    const present = node.childNodes[at];
    if (present !== child) node.insertBefore(child, present ?? null);
  }
  while (node.childNodes.length > wanted.length) node.lastChild?.remove();
  // A node that moves loses the focus; the person has not moved.
  const isLost = focused !== document.activeElement && node.contains(focused);
  if (isLost && focused instanceof HTMLElement) focused.focus({ preventScroll: true });
}

/**
 * Lets the node glow once: somebody else changed what it shows.
 * @param {HTMLElement} node
 */
export function glow(node) {
  node.classList.remove("glow");
  void node.offsetWidth; // restarts an animation that is still running
  node.classList.add("glow");
  node.addEventListener("animationend", () => node.classList.remove("glow"), { once: true });
}

/**
 * @param {Node} node
 * @param {(Child|Child[])[]} children
 */
function append(node, children) {
  for (const child of children.flat()) {
    if (isShown(child)) node.appendChild(toNode(child));
  }
}

/** @param {Child} child */
function isShown(child) {
  return child !== null && child !== undefined && child !== false;
}

/** @param {Child} child */
function toNode(child) {
  return child instanceof Node ? child : document.createTextNode(String(child));
}
