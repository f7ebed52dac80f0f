import { joinedInto, wasJoined } from "../library/joined.js";
import { BookIndex } from "../library/query.js";
import { ruleFrom, ruleOf, rulesOf } from "../library/query-rule.js";
import { listState } from "../navigation/list-state.js";
import { Belongings } from "./belongings.js";
import { answersOf } from "./glimpse.js";
import { bringUpToDate, takeIn } from "./intake.js";
import { Likeness } from "./likeness.js";
import { warmBatch } from "./limits.js";
import { isOut } from "./loan-standing.js";
import { Shelves } from "./shelves.js";
import { Slices, whenIdle } from "./slices.js";

/** @typedef {import("../library/query-entry.js").Entity} Entity */
/** @typedef {import("./context.js").Library} Library */
/** @typedef {import("../navigation/types.js").ListRef} ListRef */
/** @typedef {import("../navigation/types.js").NavState} NavState */

/**
 * What the views ask about the library: queries over its books, shelves by name and order. Follows
 * the library's changes by `apply`.
 * @param {Library} library
 * @param {string} language
 */
export function createBooks(library, language) {
  const { compare } = new Intl.Collator(language, { numeric: true, sensitivity: "base" });
  const belongings = new Belongings(library, { idOf, get: (id) => index.get(id) }, compare);
  const shelves = new Shelves(library, compare);
  const likeness = new Likeness(library);
  /** @type {BookIndex} */
  let index = newIndex();
  /** @type {{index: BookIndex, books: readonly Entity[], rules: string}|null} made ready beside a glimpse */
  let coming = null;
  /** @type {Map<string, Slices>} what is asked of one part is done in order; orders are one part */
  const slices = new Map();
  let rules = "[]";
  index.reset(library.list("book"));
  setRules();
  if (library.glimpse) foresee(library.glimpse);
  warm();

  function newIndex() {
    return new BookIndex(language, (by) => belongings.toldBy(by));
  }

  /** @param {import("./glimpse.js").Glimpse} glimpse */
  function foresee(glimpse) {
    index.foresee(glimpse.size, answersOf(glimpse));
    library.intake = async (view) => {
      const { ruled, all, written } = rulesOf(view.list("shelf"));
      const books = view.list("book");
      const next = { index: newIndex(), books, rules: written };
      next.index.setRules(ruled, all);
      await takeIn(next.index, books, glimpse.query);
      // Another tab may have come before, and given it all.
      if (library.glimpse) coming = next;
    };
  }

  /** Shelves come and go seldom, and their rules change more seldom: then every book is looked at again. */
  function setRules() {
    const { ruled, all, written } = rulesOf(library.list("shelf"));
    if (written !== rules) index.setRules(ruled, all);
    rules = written;
  }

  /** @param {string} id */
  function idOf(id) {
    if (index.get(id)) return id; // in the library, it stands for itself: so nearly all do
    const seen = new Set();
    let now = id;
    for (let book = library.resolve("book", id); book && !seen.has(book.id);) {
      seen.add((now = book.id));
      const next = joinedInto(book);
      book = next === null ? undefined : library.resolve("book", next);
    }
    return now;
  }

  /** Everything may have changed. */
  function applyAll() {
    shelves.forget();
    belongings.forgetAll();
    likeness.forget();
    if (coming) bringUpToDate(coming.index, coming.books, library.list("book"));
    else index.reset(library.list("book"));
    ({ index, rules } = coming ?? { index, rules });
    coming = null;
    setRules();
    warm();
  }

  /** @param {string} key of what has changed */
  function applyOne(key) {
    const slash = key.indexOf("/");
    const kind = key.slice(0, slash);
    if (kind === "shelf") return shelves.forget();
    const id = key.slice(slash + 1);
    const book = kind === "book" ? library.get("book", id) : undefined;
    if (kind === "book") {
      index.update(id, book);
      likeness.update(id, book);
    }
    belongings.forget(kind, book !== undefined && wasJoined(book));
  }

  /**
   * Prepares a little of what one thing asked would wait for.
   * @param {import("../library/query.js").Part|"finishes"|"sharing"} part
   * @returns {boolean} whether some is left
   */
  function prepare(part) {
    if (part === "finishes") return belongings.finishes.learn(warmBatch);
    return part === "sharing" ? likeness.prepare() : index.prepare(part, warmBatch);
  }

  /** A book is opened more often than anything is searched or sorted: what belongs to it comes first. */
  function warm() {
    whenIdle(() => belongings.learn() || index.warm(warmBatch));
  }

  return {
    get index() {
      return index;
    },

    /**
     * Takes in what changed; null when everything may have.
     * @param {Set<string>|null} keys
     */
    apply(keys) {
      if (!keys) return applyAll();
      const all = [...keys];
      const isOfShelves = (/** @type {string} */ key) => key.startsWith("shelf/");
      if (all.some(isOfShelves)) setRules();
      all.forEach(applyOne);
      // What a book says of itself counts, too: of one that was read no progress is told.
      if (!all.every(isOfShelves)) index.forgetTold();
    },

    /**
     * Does something that would wait for what is prepared in idle moments: at once where it is, else as
     * soon as it is, without keeping anything else waiting.
     * @param {Parameters<typeof prepare>[0]} part what it asks for
     * @param {() => void} act
     * @param {() => void} [tell] says that it is waited for, where that is long enough to be wondered at
     * @returns {boolean} whether it is done already
     */
    whenReady(part, act, tell) {
      const key = typeof part === "object" ? "order" : part;
      const own = slices.get(key) ?? new Slices();
      slices.set(key, own);
      return own.do(() => prepare(part), act, tell);
    },

    prepare,

    /**
     * The result that a list shows in this state.
     * @param {NavState} state
     * @param {ListRef} list
     */
    result: (state, list) => index.query(queryOf(state, list)),

    /**
     * How many books of it each value of a facet would show.
     * @param {NavState} state
     * @param {ListRef} list
     * @param {import("../library/query-facets.js").Facet} facet
     */
    counts: (state, list, facet) => index.counts(queryOf(state, list), facet),

    /**
     * Where the letters begin in it; none where it is not sorted by names.
     * @param {NavState} state
     * @param {ListRef} list
     */
    letters: (state, list) => index.letters(queryOf(state, list)),

    /**
     * The book that a book of the catalogue is here, if it is here.
     * @param {import("../catalog/identity.js").Item} item
     * @param {boolean} [isSure] whether a name alone says nothing
     */
    owned(item, isSure) {
      return index.get(likeness.owned.find(item, isSure) ?? idOf(item.book.id));
    },

    /**
     * The book here that has this number.
     * @param {string} isbn 13 digits
     */
    withIsbn(isbn) {
      const id = likeness.owned.withIsbn(isbn);
      return id === null ? undefined : index.get(id);
    },

    /**
     * The other books that share a number with this one, or a title and an author's surname. The first
     * time none, for all books have to be looked through, and then `later` is called.
     * @param {string} id
     * @param {() => void} later
     * @returns {Entity[]}
     */
    sharing: (id, later) => likeness.sharing(id, later).flatMap((other) => index.get(other) ?? []),

    /**
     * The shelves in the person's order; those without a place in it last, by their names.
     * @returns {Entity[]}
     */
    shelves: () => shelves.inOrder,

    /**
     * Those of them that books are put on; the others hold what meets their rules.
     * @returns {Entity[]}
     */
    ownShelves: () => shelves.inOrder.filter(({ fields }) => ruleOf(fields.rule) === null),

    /**
     * The rule of a shelf, if it has one.
     * @param {string} id
     */
    rule: (id) => shelves.rule(id),

    /**
     * What a list shows in this state, as a rule to save; null where that is everything.
     * @param {NavState} state
     * @param {ListRef} list
     */
    ruleFrom(state, list) {
      const base = list.k === "shelf" ? shelves.rule(list.id) : null;
      return ruleFrom(list, queryOf(state, list), base);
    },

    /**
     * The shelves that were deleted while somebody put a book on them, and nobody has settled yet.
     * @returns {Entity[]}
     */
    recovered: () => shelves.recovered,

    /**
     * Where each book stands on a shelf, in the order that people gave it.
     * @param {string} shelf
     * @returns {import("../library/hand-order.js").Placed[]}
     */
    placesOn(shelf) {
      const query = { q: "", filters: {}, sort: /** @type {const} */ ({ by: "position", desc: false }) };
      return index.query({ list: { k: "shelf", id: shelf }, ...query }).ids.map((id) => ({
        id,
        position: index.get(id)?.fields.shelves?.[shelf]?.position ?? null,
      }));
    },

    /**
     * What a shelf is called; null for one that is deleted, and not among the recovered.
     * @param {string} id
     */
    shelfName: (id) => shelves.nameOf(id),

    /**
     * The book that an id stands for: its own, or the one it was joined with.
     * @param {string} id
     */
    idOf,

    /**
     * The read-throughs of a book, newest first.
     * @param {string} book
     * @returns {readonly Entity[]}
     */
    readings: (book) => belongings.readings.get(book),

    /**
     * What was written down about a book, or marked in it, in the order of the pages; what has no
     * place in it comes last.
     * @param {string} book
     * @returns {readonly Entity[]}
     */
    notes: (book) => belongings.notes.get(book),

    /**
     * The loans of a book: those that go on, the most urgent first, then those that are over.
     * @param {string} book
     * @returns {readonly Entity[]}
     */
    loans: (book) => belongings.loans.get(book),

    /** How many loans go on; null where none was ever noted. Those of a book in Trash are there with it. */
    loanCount() {
      const known = library.list("loan").filter(({ fields }) => index.get(idOf(String(fields.book))));
      return known.length > 0 ? known.filter(isOut).length : null;
    },

    /**
     * The read-through that goes on, if one does.
     * @param {string} book
     */
    openReading: (book) =>
      belongings.readings.get(book).find(({ fields }) => fields.span?.outcome === "reading"),

    /** The read-throughs that came to their end; the same array until one of them changes. */
    finishes: () => belongings.finishes.all,

    /**
     * The day on which a book was last started, or finished, as far as it is known.
     * @param {string} book
     * @param {string} part
     */
    lastDate: (book, part) =>
      part === "started" || part === "finished" ? belongings.lastDates(part).get(book)?.date : undefined,

    /**
     * How far a book that is being read has come.
     * @param {string} book
     */
    progress: (book) => belongings.progress.get(book),

    /** All tags with how many books have them, by the alphabet. */
    tags() {
      return [...index.totals().tag].sort(([a], [b]) => compare(a, b));
    },

    compare,
  };
}

/** @typedef {ReturnType<typeof createBooks>} Books */

/**
 * @param {NavState} state
 * @param {ListRef} list
 */
function queryOf(state, list) {
  const { q, filters, sort } = listState(state.lists, list);
  return { list, q, filters, sort };
}
