import { OwnedBooks } from "../catalog/owned.js";
import { shelvesInOrder } from "../library/hand-order.js";
import { joinedInto, wasJoined } from "../library/joined.js";
import { BookIndex } from "../library/query.js";
import { ruleFrom, ruleOf, rulesOf } from "../library/query-rule.js";
import { listState } from "../navigation/list-state.js";
import { ByBook, newestFirst } from "./by-book.js";
import { Gathered } from "./gathered.js";
import { answersOf } from "./glimpse.js";
import { bringUpToDate, takeIn } from "./intake.js";
import { compareBatch, warmBatch } from "./limits.js";
import { byUrgency, isOut } from "./loan-standing.js";
import { progressByBook } from "./progress-of.js";
import { Slices, whenIdle } from "./slices.js";
import { finishOf, lastDatesOf } from "./statistics.js";

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
  let index = new BookIndex(language, toldBy);
  /** @type {{index: BookIndex, books: readonly Entity[], rules: string}|null} made ready beside a glimpse */
  let coming = null;
  const collator = new Intl.Collator(language, { numeric: true, sensitivity: "base" });
  /** @type {Entity[]|null} */
  let shelves = null;
  /** @type {Entity[]|null} */
  let recovered = null;
  /** @type {Map<string, import("./progress-of.js").Progress>|null} */
  let progress = null;
  /** @type {ByBook|null} */
  let readings = null;
  /** @type {ByBook|null} */
  let notes = null;
  /** @type {ByBook|null} */
  let loans = null;
  /** @type {Gathered<Entity, import("./statistics.js").Finish>|null} */
  let finishes = null;
  /** @type {{[part in "started"|"finished"]?: ReturnType<typeof lastDatesOf>}} */
  let lastDates = {};
  /**
   * Made when the catalogue is first looked at.
   * @type {OwnedBooks|null}
   */
  let owned = null;
  /** Who is told once all books are taken in there. */
  const waiting = /** @type {Set<() => void>} */ (new Set());
  /** What is asked of one part is done in order, and none of it waits for another part; orders are one. */
  const slices = /** @type {Map<string, Slices>} */ (new Map());
  let rules = "[]";
  index.reset(library.list("book"));
  setRules();
  if (library.glimpse) foresee(library.glimpse);
  warm();

  /** @param {Entity} a @param {Entity} b */
  function byLocation({ id: a, fields: { location: here } }, { id: b, fields: { location: there } }) {
    const order = Number(!here) - Number(!there) || collator.compare(here ?? "", there ?? "");
    return order || (a < b ? -1 : 1);
  }

  /** @param {import("./glimpse.js").Glimpse} glimpse */
  function foresee(glimpse) {
    index.foresee(glimpse.size, answersOf(glimpse));
    library.intake = async (view) => {
      const { ruled, all, written } = rulesOf(view.list("shelf"));
      const books = view.list("book");
      const next = { index: new BookIndex(language, toldBy), books, rules: written };
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

  /** @param {"started"|"finished"} part */
  function datesBy(part) {
    return (lastDates[part] ??= lastDatesOf(part, library.list("reading"), idOf));
  }

  function readingsOfAll() {
    return (readings ??= new ByBook(library.list("reading"), idOf, newestFirst));
  }

  function notesOfAll() {
    return (notes ??= new ByBook(library.list("note"), idOf, byLocation));
  }

  function loansOfAll() {
    return (loans ??= new ByBook(library.list("loan"), idOf, byUrgency));
  }

  function progressOfAll() {
    return (progress ??= progressByBook(library, idOf));
  }

  /**
   * What others say of books that can be sorted by it.
   * @param {import("../library/query.js").Sort["by"]} by
   * @returns {import("../library/query-sort.js").Told}
   */
  function toldBy(by) {
    if (by === "started" || by === "finished") return datesBy(by);
    const shares = [...progressOfAll()].flatMap(([id, { latest: { share } }]) =>
      share === null ? [] : [/** @type {const} */ ([id, { key: share }])]);
    return new Map(shares);
  }

  function finishesOfAll() {
    const bookOf = (/** @type {string} */ id) => index.get(idOf(id));
    return (finishes ??= new Gathered(library.list("reading"), (reading) => finishOf(reading, bookOf)));
  }

  function ownedOfAll() {
    return (owned ??= new OwnedBooks(library.list("book")));
  }

  /**
   * Prepares a little of what one thing asked would wait for.
   * @param {import("../library/query.js").Part|"finishes"|"sharing"} part
   * @returns {boolean} whether some is left
   */
  function prepare(part) {
    if (part === "finishes") return finishesOfAll().learn(warmBatch);
    if (part !== "sharing") return index.prepare(part, warmBatch);
    ownedOfAll().learn(compareBatch);
    return !ownedOfAll().isWhole;
  }

  /** A book is opened more often than anything is searched or sorted: what belongs to it comes first. */
  function warm() {
    whenIdle(() => [readingsOfAll(), notesOfAll(), loansOfAll()].some((each) => each.learn(warmBatch)) ||
      (progress === null && progressOfAll().size > 0) || index.warm(warmBatch));
  }

  /** @param {OwnedBooks} asked */
  function learn(asked) {
    whenIdle(() => {
      // Everything may have changed meanwhile: then who looks again asks again.
      if (owned === asked) owned.learn(compareBatch);
      return owned === asked && !owned.isWhole;
    }, () => {
      const told = [...waiting];
      waiting.clear();
      for (const tell of told) tell();
    });
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
      if (!keys) {
        shelves = recovered = progress = readings = notes = loans = finishes = owned = null;
        lastDates = {};
        if (coming) bringUpToDate(coming.index, coming.books, library.list("book"));
        else index.reset(library.list("book"));
        ({ index, rules } = coming ?? { index, rules });
        coming = null;
        setRules();
        warm();
        return;
      }
      if ([...keys].some((key) => key.startsWith("shelf/"))) setRules();
      for (const key of keys) {
        const slash = key.indexOf("/");
        const kind = key.slice(0, slash);
        const id = key.slice(slash + 1);
        if (kind === "book") {
          index.update(id, library.get("book", id));
          owned?.update(id, library.get("book", id));
        }
        // What belongs to it belongs to another now, or to itself again.
        const isJoined = kind === "book" && wasJoined(library.get("book", id));
        if (kind === "shelf") shelves = recovered = null;
        if (kind !== "shelf") progress = null;
        if (kind === "reading" || kind === "alias" || isJoined) {
          readings = null;
          lastDates = {};
        }
        if (kind === "note" || kind === "alias" || isJoined) notes = null;
        if (kind === "loan" || kind === "alias" || isJoined) loans = null;
        if (kind === "book" || readings === null) finishes = null;
      }
      // What a book says of itself counts, too: of one that was read no progress is told.
      if (progress === null) index.forgetTold();
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
      return index.get(ownedOfAll().find(item, isSure) ?? idOf(item.book.id));
    },

    /**
     * The book here that has this number.
     * @param {string} isbn 13 digits
     */
    withIsbn(isbn) {
      const id = ownedOfAll().withIsbn(isbn);
      return id === null ? undefined : index.get(id);
    },

    /**
     * The other books that share a number with this one, or a title and an author's surname. The first
     * time none, for all books have to be looked through, and then `later` is called.
     * @param {string} id
     * @param {() => void} later
     * @returns {Entity[]}
     */
    sharing(id, later) {
      const asked = ownedOfAll();
      if (asked.isWhole) return asked.sharing(id).flatMap((other) => index.get(other) ?? []);
      if (waiting.size === 0) learn(asked);
      waiting.add(later);
      return [];
    },

    /**
     * The shelves in the person's order; those without a place in it last, by their names.
     * @returns {Entity[]}
     */
    shelves() {
      shelves ??= shelvesInOrder(library.list("shelf"));
      return shelves;
    },

    /**
     * Those of them that books are put on; the others hold what meets their rules.
     * @returns {Entity[]}
     */
    ownShelves() {
      return this.shelves().filter(({ fields }) => ruleOf(fields.rule) === null);
    },

    /**
     * The rule of a shelf, if it has one.
     * @param {string} id
     */
    rule: (id) => ruleOf(library.get("shelf", id)?.fields.rule),

    /**
     * What a list shows in this state, as a rule to save; null where that is everything.
     * @param {NavState} state
     * @param {ListRef} list
     */
    ruleFrom(state, list) {
      const base = list.k === "shelf" ? this.rule(list.id) : null;
      return ruleFrom(list, queryOf(state, list), base);
    },

    /**
     * The shelves that were deleted while somebody put a book on them, and nobody has settled yet.
     * @returns {Entity[]}
     */
    recovered() {
      recovered ??= library.trash()
        .filter(({ kind, fields }) => kind === "shelf" && fields.recovered)
        .sort((a, b) => collator.compare(a.fields.name ?? "", b.fields.name ?? ""));
      return recovered;
    },

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
    shelfName(id) {
      const shelf = library.get("shelf", id);
      return shelf && (!shelf.deleted || shelf.fields.recovered) ? (shelf.fields.name ?? "") : null;
    },

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
    readings(book) {
      return readingsOfAll().get(book);
    },

    /**
     * What was written down about a book, or marked in it, in the order of the pages; what has no
     * place in it comes last.
     * @param {string} book
     * @returns {readonly Entity[]}
     */
    notes(book) {
      return notesOfAll().get(book);
    },

    /**
     * The loans of a book: those that go on, the most urgent first, then those that are over.
     * @param {string} book
     * @returns {readonly Entity[]}
     */
    loans(book) {
      return loansOfAll().get(book);
    },

    /** How many loans go on; null where none was ever noted. Those of a book in Trash are there with it. */
    loanCount() {
      const known = library.list("loan").filter(({ fields }) => index.get(idOf(String(fields.book))));
      return known.length > 0 ? known.filter(isOut).length : null;
    },

    /**
     * The read-through that goes on, if one does.
     * @param {string} book
     */
    openReading(book) {
      return this.readings(book).find(({ fields }) => fields.span?.outcome === "reading");
    },

    /** The read-throughs that came to their end; the same array until one of them changes. */
    finishes: () => finishesOfAll().all,

    /**
     * The day on which a book was last started, or finished, as far as it is known.
     * @param {string} book
     * @param {string} part
     */
    lastDate: (book, part) =>
      part === "started" || part === "finished" ? datesBy(part).get(book)?.date : undefined,

    /**
     * How far a book that is being read has come.
     * @param {string} book
     */
    progress(book) {
      return progressOfAll().get(book);
    },

    /** All tags with how many books have them, by the alphabet. */
    tags() {
      return [...index.totals().tag].sort(([a], [b]) => collator.compare(a, b));
    },

    compare: collator.compare,
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
