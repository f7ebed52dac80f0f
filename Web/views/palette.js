import { leaveToWriter } from "../elements/composing.js";
import { createDialog } from "../elements/dialog.js";
import { h, setAttribute, setChildren, setText, show } from "../elements/dom.js";
import { icon } from "../elements/icon.js";
import { topDialog } from "../elements/top-dialog.js";
import * as limits from "../navigation/limits.js";
import { bookChoices } from "./book-choices.js";
import { isForPalette } from "./keyboard.js";
import { paletteChoiceMax, palettePage } from "./limits.js";
import { createChoices } from "./palette-choices.js";
import { named, ranked } from "./palette-ranking.js";
import { titleOf } from "./sentences.js";
import { workingKey } from "./shortcuts-help.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./palette-ranking.js").Choice} Choice */

/**
 * How far a key goes; the ends are beyond everything.
 * @type {Record<string, number>}
 */
const steps = {
  ArrowDown: 1, ArrowUp: -1, PageDown: palettePage, PageUp: -palettePage,
  End: Infinity, Home: -Infinity,
};

/** What is done with a book now and then: found by its name, and not offered before one is typed. */
const seldom = ["cover", "lend", "same"];

/**
 * The command palette: everything that can be gone to or done, by its name. The focus stays in its
 * field; it goes before what was chosen is done, so that the deed finds the window as it was. It is no
 * place: no other window hears of it, and the browser's Back closes it. Nothing opens over a dialog.
 * @param {Context} context
 * @param {{shell: import("./shell.js").Shell}} parts
 */
export function openPalette(context, { shell }) {
  if (topDialog()) return;
  const { scene, books, messages: { t }, preferences, commands, announce } = context;
  const found = commands.book();
  const book = found?.deleted ? undefined : found;
  const more = createChoices(context, { shell });
  const title = book ? titleOf(book) : "";
  /** @type {Choice[]} */
  const atHand = book ? bookChoices(context, book).map((each) => ({ ...each, kind: title })) : [];
  const usual = atHand.filter(({ name }) => !seldom.includes(name));
  const others = more.all();
  /** @type {Choice[]} */
  let shown = [];
  /** @type {HTMLElement[]} */
  let options = [];
  let active = 0;
  /** Whether a large library's books are among what is found. */
  let isReady = false;

  const list = h("ul", {
    class: "menu palette-list", role: "listbox", id: "palette-list", "aria-label": t("palette.open"),
  });
  const note = h("p", { class: "palette-note quiet", dir: "auto" });
  // Where they will stand: what is found already stays where it is.
  const waiting = h("p", { class: "palette-waiting quiet", hidden: true }, t("palette.waiting"));
  const input = h("input", {
    class: "search-input", type: "text", role: "combobox", "aria-expanded": true,
    "aria-controls": list.id, "aria-autocomplete": "list", "aria-label": t("palette.open"),
    placeholder: t("palette.placeholder"), "data-testid": "palette.input", dir: "auto",
    maxlength: limits.queryLength, autocomplete: "off", autocapitalize: "off", spellcheck: "false",
    enterkeyhint: "go", oninput: typed,
  });
  const dialog = createDialog(
    { style: "palette", name: "palette", label: t("palette.open"), leave: close },
    h("label", { class: "search-field" }, icon("search"), input),
    note,
    list,
    waiting,
  );

  function typed() {
    render(true);
    if (!isReady) books.whenReady("words", () => {}, tellWaiting);
  }

  function tellWaiting() {
    if (isReady || !list.isConnected || !waiting.hidden || input.value.trim() === "") return;
    show(waiting, true);
    announce(t("palette.waiting"));
  }

  /**
   * Shows what the words typed find.
   * @param {boolean} isTold whether the number of it is said
   */
  function render(isTold) {
    const q = input.value.trim();
    shown = q === "" ? [...usual, ...named(others, more.near())] : matching(q);
    // Of all that can be done with the book, its title is said once.
    options = shown.map((each, at) => optionOf(each, at, q === "" && atHand.includes(each)));
    setChildren(list, options);
    list.scrollTop = 0;
    const isWaiting = q !== "" && !isReady;
    // The search alone is nothing found.
    const isNone = q !== "" && isReady && shown.length === 1;
    setText(note, isNone ? t("palette.none") : q === "" ? title : "");
    show(note, note.textContent !== "");
    if (!isWaiting) show(waiting, false);
    activate(0);
    if (isTold && !isWaiting) announce(isNone ? t("palette.none") : t("palette.found", { count: shown.length }));
  }

  /** @param {string} q */
  function matching(q) {
    const first = ranked([...atHand, ...others], q).slice(0, paletteChoiceMax);
    return [...first, ...(isReady ? more.books(q) : []), more.search(q)];
  }

  /** @param {number} index */
  function activate(index) {
    setAttribute(options[active] ?? list, "aria-selected", null);
    active = Math.max(0, Math.min(index, options.length - 1));
    setAttribute(options[active], "aria-selected", true);
    setAttribute(input, "aria-activedescendant", options[active].id);
    options[active].scrollIntoView({ block: "nearest" });
  }

  /** @param {Choice} choice */
  function choose({ act }) {
    close();
    act();
  }

  /**
   * @param {Choice} choice
   * @param {number} at
   * @param {boolean} isKnown whether eyes know what kind it is
   */
  function optionOf(choice, at, isKnown) {
    const keys = workingKey(choice.keys ?? "", preferences.shortcuts);
    return h(
      "li",
      {
        class: "menu-choice palette-option", role: "option", id: `palette-${at}`,
        "data-testid": `palette.${choice.name}`, onclick: () => choose(choice),
      },
      icon(choice.symbol),
      h(
        "span",
        { class: "palette-words" },
        h("span", { dir: "auto" }, choice.label),
        h("span", { class: isKnown ? "visually-hidden" : "quiet", dir: "auto" }, choice.kind),
      ),
      keys && h("kbd", null, keys),
    );
  }

  /** @param {KeyboardEvent} event */
  function pressed(event) {
    const { key, shiftKey } = event;
    if (leaveToWriter(event)) return;
    if (key === "Enter") choose(shown[active]);
    else if ((event.ctrlKey || event.metaKey) && isForPalette(event)) close();
    else if (key in steps && !shiftKey) activate(active + steps[key]);
    else return;
    event.preventDefault();
  }

  function close() {
    dialog.close();
    left();
  }

  // The field keeps the focus.
  list.addEventListener("mousedown", (event) => event.preventDefault());
  input.addEventListener("keydown", pressed);
  render(false);
  dialog.open();
  input.focus();
  const left = scene.overlay(close);
  books.whenReady("words", () => {
    isReady = true;
    if (!list.isConnected || input.value.trim() === "") return;
    const chosen = shown[active].name;
    render(true);
    activate(shown.findIndex(({ name }) => name === chosen));
  });
}
