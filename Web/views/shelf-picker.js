import { h, plainButton, setAttribute, setChildren, setText, show } from "../elements/dom.js";
import { nameLengthMax } from "../library/limits.js";
import { onOneLine } from "../library/text.js";
import * as actions from "./actions.js";
import { shortTitleOf } from "./sentences.js";
import { iconButton } from "./icon-button.js";

/** @typedef {import("./context.js").Context} Context */

/**
 * The shelves, for one book: those it stands on are marked, pressing one puts it there or takes it
 * off at once, and a new one is made by its name. Nothing waits to be saved.
 * @param {Context} context
 * @param {string} id of the book
 * @returns {import("./presenter.js").Content|null} null where there is no such book
 */
export function createShelfPicker({ scene, library, books, messages, deeds, drafts: { texts } }, id) {
  const { t } = messages;
  const current = () => library.resolve("book", id);
  if (!current()) return null;
  const close = iconButton("close", t("close"), "sheet.addToShelf.close", () =>
    scene.dispatch(actions.dismiss()));
  const title = h("p", { class: "quiet shelf-picker-book", dir: "auto" });
  const none = h("p", { class: "quiet" }, t("shelves.none"));
  const list = h("div", { class: "shelf-picker-list", role: "group", "aria-label": t("book.shelves") });
  const form = shelfForm(t, "sheet.addToShelf", (name) => {
    const book = current();
    return book && deeds.shelve(book, name, books.ownShelves());
  }, { texts, draft: `shelfName:${id}` });
  /** @type {Map<string, HTMLElement>} */
  const buttons = new Map();

  /** @param {string} shelf */
  function toggle(shelf) {
    const book = current();
    if (!book || books.shelfName(shelf) === null) return;
    if (isOn(book, shelf)) deeds.unshelve(book, shelf);
    else deeds.putOn(book, shelf);
  }

  /** @param {string} shelf */
  function buttonOf(shelf) {
    const known = buttons.get(shelf);
    if (known) return known;
    const made = plainButton(
      "facet-option", `sheet.addToShelf.${shelf}`, () => toggle(shelf),
      h("span", { class: "facet-label", dir: "auto" }),
    );
    buttons.set(shelf, made);
    return made;
  }

  return {
    label: t("shelves.title"),
    node: h(
      "div",
      { class: "panel shelf-picker" },
      h("header", { class: "sheet-header" }, h("h2", null, t("shelves.title")), close),
      h("div", { class: "sheet-scroll" }, title, none, list, form),
    ),
    focus: () => (list.querySelector("button") ?? form.querySelector("input"))?.focus(),
    render() {
      const book = current();
      if (!book) return;
      const shelves = books.ownShelves();
      setText(title, shortTitleOf(book));
      show(none, shelves.length === 0);
      setChildren(list, shelves.map((shelf) => {
        const button = buttonOf(shelf.id);
        setText(/** @type {Node} */ (button.firstChild), shelf.fields.name ?? "");
        setAttribute(button, "aria-pressed", isOn(book, shelf.id));
        return button;
      }));
    },
  };
}

/**
 * A field for the name of a new shelf. Where it is submitted empty, nothing is made. What is typed is kept as
 * the `draft` of that name, if it has one, until the shelf is.
 * @param {Context["messages"]["t"]} t
 * @param {string} name of what it stands in
 * @param {(shelf: string) => unknown} make tells whether the shelf is kept, where there is a draft
 * @param {{label?: string, draft?: string, texts?: import("./drafts.js").Drafts["texts"]}} [options] `label`
 *   of the button that makes it
 */
export function shelfForm(t, name, make, options) {
  const { label = "sidebar.newShelf", draft = "", texts } = options ?? {};
  const input = h("input", {
    class: "field-input", type: "text", maxlength: nameLengthMax, required: true, autocomplete: "off", enterkeyhint: "done",
    placeholder: t("sidebar.shelfName"), "aria-label": t("sidebar.shelfName"), "data-testid": `${name}.name`,
    value: texts?.get(draft)?.text, oninput: keep,
  });

  function keep() {
    if (input.value.trim() === "") texts?.drop(draft);
    else texts?.keep(draft, { text: input.value });
  }

  return h(
    "form",
    {
      class: "shelf-picker-new",
      /** @param {SubmitEvent} event */
      onsubmit(event) {
        event.preventDefault();
        const shelf = onOneLine(input.value);
        if (shelf === "") return;
        input.value = "";
        const making = make(shelf);
        void texts?.saved(draft, making);
      },
    },
    input,
    h("button", { type: "submit", class: "button", "data-testid": `${name}.new` }, t(label)),
  );
}

/**
 * @param {import("./context.js").Entity} book
 * @param {string} shelf
 */
function isOn(book, shelf) {
  return Object.hasOwn(book.fields.shelves ?? {}, shelf);
}
