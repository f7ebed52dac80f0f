import { h, setText, show } from "../elements/dom.js";
import { icon } from "../elements/icon.js";
import { keepRowFocus } from "../elements/row-focus.js";
import { everything } from "../library/query.js";
import { Gathered } from "./gathered.js";
import { compareBatch, twinsShownMax } from "./limits.js";
import { createNotices } from "./notices.js";
import { Slices } from "./slices.js";
import { twinNotice, twinsOf } from "./twins.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Entity} Entity */
/** @typedef {{book: Entity, twin: Entity}} Pair */

const byTitle = Object.freeze({ by: /** @type {const} */ ("title"), desc: false });

/**
 * All books that may be here twice, each with its twin, by their titles.
 * @param {Context} context
 */
export function createTwinsView(context) {
  const { books, library, messages } = context;
  const { t } = messages;
  const lead = h("p", { class: "panel-text" }, t("twins.lead"));
  const state = h("p", { class: "panel-text", role: "status" });
  const empty = h("p", { class: "panel-empty" }, icon("check"), t("twins.none"));
  const notices = createNotices({ isNamed: true });
  const slices = new Slices();
  /** @type {readonly Entity[]|null} the books that are looked at, or are drawn */
  let looked = null;

  /** Every book is compared with those that share something with it, which takes a large library long. */
  function render() {
    const all = library.list("book");
    if (looked === all) return;
    looked = all;
    const sought = { ...everything, sort: byTitle };
    /** @type {Gathered<string, Pair>|null} */
    let pairs = null;
    const step = () => {
      if (looked !== all) return false;
      if (books.prepare(byTitle) || books.prepare("sharing")) return true;
      pairs ??= new Gathered(books.index.query(sought).ids, pairing());
      return pairs.learn(compareBatch);
    };
    const act = () => {
      if (looked === all) draw(pairs?.all ?? []);
    };
    slices.do(step, act, () => say(t("list.searching")));
  }

  /** @returns {(id: string) => Pair[]} a book with each of its twins that was not told of before */
  function pairing() {
    const told = new Set();
    return (id) => {
      const book = books.index.get(id);
      if (!book) return [];
      told.add(id);
      const twins = twinsOf(context, book, () => {});
      return twins.filter((twin) => !told.has(twin.id)).map((twin) => ({ book, twin }));
    };
  }

  /** @param {readonly Pair[]} found */
  function draw(found) {
    const shown = found.slice(0, twinsShownMax);
    keepRowFocus(notices.node, () =>
      notices.render(shown.map(({ book, twin }) => twinNotice(context, book, twin))));
    const rest = found.length - shown.length;
    say(rest > 0 ? t("more.count", { count: rest }) : "");
    show(lead, found.length > 0);
    show(empty, found.length === 0);
  }

  /** @param {string} words */
  function say(words) {
    setText(state, words);
    show(state, words !== "");
  }

  for (const node of [lead, empty]) show(node, false);

  return {
    title: t("twins.title"),
    node: h("div", { class: "panel-body" }, lead, notices.node, state, empty),
    render,
    left: () => void (looked = null),
  };
}
