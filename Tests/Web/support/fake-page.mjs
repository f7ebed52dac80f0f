import { Target } from "./fake-events.mjs";
import { elementMatches } from "./fake-selectors.mjs";

/**
 * As much of a page as the views need to stand in: nodes, attributes, the focus, events that bubble,
 * and a height of everything. Nothing is laid out; a list that is drawn as it is scrolled has a canvas
 * whose height says how far it can be.
 */

class FakeNode extends Target {
  parentNode = null;
  childNodes = [];
  page = current;

  get ownerDocument() {
    return this.page.document;
  }
  get parentElement() {
    return this.parentNode instanceof FakeElement ? this.parentNode : null;
  }
  get isConnected() {
    return this === this.page.document || (this.parentNode?.isConnected ?? false);
  }
  get firstChild() {
    return this.childNodes[0] ?? null;
  }
  get lastChild() {
    return this.childNodes.at(-1) ?? null;
  }
  get nextSibling() {
    return this.#beside(1);
  }
  get previousSibling() {
    return this.#beside(-1);
  }
  get textContent() {
    return this.childNodes.map((node) => node.textContent).join("");
  }
  set textContent(text) {
    this.replaceChildren(...(text === "" ? [] : [text]));
  }
  #beside(step) {
    const siblings = this.parentNode?.childNodes ?? [];
    return siblings[siblings.indexOf(this) + step] ?? null;
  }
  contains(node) {
    for (let each = node; each; each = each.parentNode) if (each === this) return true;
    return false;
  }
  insertBefore(node, before) {
    node.remove();
    const at = before ? this.childNodes.indexOf(before) : this.childNodes.length;
    if (at < 0) throw new Error("NotFoundError: it does not stand there");
    this.childNodes.splice(at, 0, node);
    node.parentNode = this;
    return node;
  }
  appendChild(node) {
    return this.insertBefore(node, null);
  }
  append(...nodes) {
    for (const node of nodes) this.appendChild(toNode(node));
  }
  prepend(...nodes) {
    for (const node of nodes.reverse()) this.insertBefore(toNode(node), this.firstChild);
  }
  before(...nodes) {
    for (const node of nodes) this.parentNode.insertBefore(toNode(node), this);
  }
  after(...nodes) {
    for (const node of nodes.reverse()) this.parentNode.insertBefore(toNode(node), this.nextSibling);
  }
  replaceChildren(...nodes) {
    for (const node of [...this.childNodes]) node.remove();
    this.append(...nodes);
  }
  replaceWith(...nodes) {
    this.before(...nodes);
    this.remove();
  }
  remove() {
    const parent = this.parentNode;
    if (!parent) return;
    parent.childNodes.splice(parent.childNodes.indexOf(this), 1);
    // What is taken out of the page takes the focus with it.
    if (this.contains(this.page.focused)) this.page.focused = null;
    this.parentNode = null;
  }
}

class FakeText extends FakeNode {
  nodeType = 3;
  constructor(data) {
    super();
    this.data = data;
  }
  get textContent() {
    return this.data;
  }
  set textContent(data) {
    this.data = data;
  }
}

class FakeElement extends FakeNode {
  nodeType = 1;
  style = styleOf();
  #attributes = new Map();
  #value;
  #scrollTop = 0;
  checked = false;

  constructor(tag) {
    super();
    this.localName = tag;
    this.tagName = tag.toUpperCase();
    this.dataset = datasetOf(this);
  }

  getAttribute(name) {
    return this.#attributes.get(name) ?? null;
  }
  setAttribute(name, value) {
    this.#attributes.set(name, String(value));
    if (name === "checked") this.checked = true;
  }
  hasAttribute(name) {
    return this.#attributes.has(name);
  }
  removeAttribute(name) {
    this.#attributes.delete(name);
  }
  toggleAttribute(name, force = !this.hasAttribute(name)) {
    if (force) this.setAttribute(name, "");
    else this.removeAttribute(name);
  }
  get children() {
    return this.childNodes.filter((node) => node instanceof FakeElement);
  }
  get childElementCount() {
    return this.children.length;
  }
  get firstElementChild() {
    return this.children[0] ?? null;
  }
  get lastElementChild() {
    return this.children.at(-1) ?? null;
  }
  get nextElementSibling() {
    let node = this.nextSibling;
    while (node && !(node instanceof FakeElement)) node = node.nextSibling;
    return node;
  }
  get previousElementSibling() {
    let node = this.previousSibling;
    while (node && !(node instanceof FakeElement)) node = node.previousSibling;
    return node;
  }
  cloneNode() {
    const copy = new this.constructor(this.localName);
    for (const [name, value] of this.#attributes) copy.setAttribute(name, value);
    copy.append(...this.childNodes.map((node) => (node instanceof FakeText ? node.data : node.cloneNode())));
    return copy;
  }
  get classList() {
    const names = () => this.className.split(" ").filter(Boolean);
    const set = (list) => void (this.className = [...new Set(list)].join(" "));
    const classList = {
      contains: (name) => names().includes(name),
      add: (...more) => set([...names(), ...more]),
      remove: (...less) => set(names().filter((name) => !less.includes(name))),
      toggle: (name, force = !names().includes(name)) => (force ? classList.add(name) : classList.remove(name)),
    };
    return classList;
  }
  get value() {
    if (this.localName === "textarea") return this.#value ?? this.textContent;
    return this.#value ?? this.getAttribute("value") ?? "";
  }
  set value(value) {
    this.#value = String(value);
  }
  get tabIndex() {
    return Number(this.getAttribute("tabindex") ?? (focusable.includes(this.localName) ? 0 : -1));
  }
  set tabIndex(index) {
    this.setAttribute("tabindex", index);
  }
  matches(selector) {
    return elementMatches(this, selector);
  }
  closest(selector) {
    for (let node = this; node instanceof FakeElement; node = node.parentNode) {
      if (node.matches(selector)) return node;
    }
    return null;
  }
  querySelectorAll(selector) {
    return found(this, selector);
  }
  querySelector(selector) {
    return found(this, selector, 1)[0] ?? null;
  }

  // What is seen of it

  get isSeen() {
    return this.isConnected && !this.closest("[hidden]");
  }
  get clientWidth() {
    return this.isSeen ? this.page.width : 0;
  }
  get clientHeight() {
    return this.isSeen ? this.page.height : 0;
  }
  get offsetWidth() {
    return this.clientWidth;
  }
  get offsetHeight() {
    return this.clientHeight;
  }
  get scrollHeight() {
    const canvas = this.children.find(({ style }) => style.height);
    return Math.max(this.clientHeight, parseFloat(canvas?.style.height ?? "0"));
  }
  get scrollTop() {
    // What is shorter now is not scrolled as far any more, also once it is longer again.
    if (this.isSeen) this.#scrollTop = Math.min(this.#scrollTop, this.scrollHeight - this.clientHeight);
    return this.#scrollTop;
  }
  set scrollTop(top) {
    const before = this.scrollTop;
    this.#scrollTop = Math.max(0, top);
    if (this.scrollTop !== before) this.page.frames.push(() => this.dispatchEvent(new Event("scroll")));
  }
  getBoundingClientRect() {
    const [width, height] = [this.clientWidth, this.clientHeight];
    return { x: 0, y: 0, left: 0, top: 0, right: width, bottom: height, width, height };
  }
  getClientRects() {
    return this.isSeen ? [this.getBoundingClientRect()] : [];
  }

  // What a person does to it

  focus() {
    const isOut = !this.isSeen || this.closest("[inert]") || this.disabled;
    const { focused } = this.page;
    if (isOut || focused === this || (this.tabIndex < 0 && !this.hasAttribute("tabindex"))) return;
    focused?.blur();
    this.page.focused = this;
    this.dispatchEvent(new Event("focus"));
    this.dispatchEvent(new Event("focusin", { bubbles: true }));
  }
  blur() {
    if (this.page.focused !== this) return;
    this.page.focused = null;
    this.dispatchEvent(new Event("blur"));
    this.dispatchEvent(new Event("focusout", { bubbles: true }));
  }
  click() {
    if (this.disabled) return;
    this.dispatchEvent(new Event("click", { bubbles: true, cancelable: true }));
    const form = this.localName === "button" && this.getAttribute("type") === "submit" && this.closest("form");
    if (form) form.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
  }
  select() {}
  setSelectionRange() {}
  scrollIntoView() {}
  setPointerCapture() {}
  animate() {
    return { finished: Promise.resolve(), cancel() {}, addEventListener() {} };
  }
  showModal() {
    this.open = true;
  }
  close() {
    if (!this.open) return;
    this.open = false;
    this.page.frames.push(() => this.dispatchEvent(new Event("close")));
  }
}

const focusable = ["a", "button", "input", "select", "textarea"];
for (const name of ["hidden", "open", "disabled", "inert", "required"]) {
  Object.defineProperty(FakeElement.prototype, name, {
    get() { return this.hasAttribute(name); },
    set(is) { this.toggleAttribute(name, Boolean(is)); },
  });
}
for (const [name, attribute = name] of [
  ["id"], ["className", "class"], ["type"], ["name"], ["href"], ["src"], ["title"], ["placeholder"],
  ["lang"], ["dir"], ["min"], ["max"], ["download"],
]) {
  Object.defineProperty(FakeElement.prototype, name, {
    get() { return this.getAttribute(attribute) ?? ""; },
    set(value) { this.setAttribute(attribute, value); },
  });
}

/**
 * The elements in a node that a selector names, in the order of the page.
 * @param {FakeNode} root
 * @param {string} selector
 * @param {number} [most]
 */
function found(root, selector, most = Infinity) {
  const list = [];
  /** @param {FakeNode} node */
  const look = (node) => {
    for (const child of node.childNodes) {
      if (child.nodeType !== 1) continue;
      if (elementMatches(child, selector, root)) list.push(child);
      if (list.length >= most) return;
      if (child.childNodes.length > 0) look(child);
    }
  };
  look(root);
  return list;
}

const toNode = (child) => (child instanceof FakeNode ? child : new FakeText(String(child)));

function styleOf() {
  return { setProperty(name, value) { this[name] = value; }, removeProperty(name) { delete this[name]; } };
}

function datasetOf(element) {
  const attribute = (name) => `data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  return new Proxy({}, {
    get: (_, name) => element.getAttribute(attribute(name)) ?? undefined,
    set: (_, name, value) => (element.setAttribute(attribute(name), value), true),
    deleteProperty: (_, name) => (element.removeAttribute(attribute(name)), true),
    has: (_, name) => element.hasAttribute(attribute(name)),
  });
}

class FakeDocument extends FakeElement {
  visibilityState = "visible";
  hidden = false;
  title = "";
  get isConnected() {
    return true;
  }
  get activeElement() {
    return this.page.focused ?? this.body;
  }
  createElement(tag) {
    return new (classOf[tag] ?? FakeElement)(tag);
  }
  createElementNS(_, tag) {
    return new FakeElement(tag);
  }
  createTextNode(text) {
    return new FakeText(text);
  }
  hasFocus() {
    return true;
  }
}

class FakeInput extends FakeElement {}
class FakeTextArea extends FakeElement {}
class FakeButton extends FakeElement {}
class FakeDialog extends FakeElement {}
class FakeSelect extends FakeElement {}
const classOf = { input: FakeInput, textarea: FakeTextArea, button: FakeButton, dialog: FakeDialog, select: FakeSelect };

/** The page that new nodes are of. */
let current = null;

/**
 * A page of a width and a height, and what its script finds there by name.
 * @param {{width: number, height?: number}} size
 */
export function fakePage({ width, height = 360 }) {
  const page = { width, height, focused: null, frames: [], document: null };
  current = page;
  const document = new FakeDocument("#document");
  page.document = document;
  document.documentElement = document.appendChild(new FakeElement("html"));
  document.head = document.documentElement.appendChild(new FakeElement("head"));
  document.body = document.documentElement.appendChild(new FakeElement("body"));
  page.globals = {
    document,
    Node: FakeNode, Element: FakeElement, HTMLElement: FakeElement, HTMLInputElement: FakeInput,
    HTMLTextAreaElement: FakeTextArea, HTMLButtonElement: FakeButton, HTMLDialogElement: FakeDialog,
    HTMLSelectElement: FakeSelect, SVGElement: FakeElement,
    CSS: { escape: (text) => text, supports: () => true },
    matchMedia: () => ({ matches: true, addEventListener() {} }),
    getComputedStyle: () => ({ getPropertyValue: () => "", fontSize: "16px", lineHeight: "20px" }),
    requestAnimationFrame: (act) => page.frames.push(act),
    cancelAnimationFrame: (frame) => void (page.frames[frame - 1] = () => {}),
    ResizeObserver: class {
      constructor(seen) { this.seen = seen; }
      observe() { page.frames.push(() => this.seen([])); }
      disconnect() {}
      unobserve() {}
    },
    IntersectionObserver: class { observe() {} disconnect() {} unobserve() {} },
    MutationObserver: class { observe() {} disconnect() {} },
  };
  /** Draws: whatever waits for the next frame, and for the one after it. */
  page.draw = () => {
    for (let round = 0; page.frames.length > 0 && round < 20; round += 1) {
      const frames = page.frames;
      for (let at = 0; at < frames.length; at += 1) frames[at](0);
      page.frames = [];
    }
  };
  return page;
}
