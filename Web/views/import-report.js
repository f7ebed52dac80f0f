/** @typedef {import("./report.js").Report} Report */

/** @type {Record<string, string>} */
const PROGRAMS = {
  goodreads: "Goodreads", storygraph: "StoryGraph", librarything: "LibraryThing",
  bookwyrm: "BookWyrm", openreads: "Openreads", calibre: "Calibre", spreadsheet: "A table of your own",
  dogear: "Dogear",
};

/** What becomes of rows: first what is new, last what asks for a look. */
const outcomes = ["added", "updated", "unchanged", "trashed", "review", "failed", "pictures"];

/**
 * How many rows came to what. What is in the trash is not "already there": of those rows alone the server
 * says why.
 * @param {Report} report
 * @returns {[string, number][]}
 */
export function countsOf({ counts, rows }) {
  const trashed = rows.filter(({ outcome, message }) => outcome === "unchanged" && message).length;
  const all = trashed === 0 ? counts : { ...counts, unchanged: counts.unchanged - trashed, trashed };
  const place = (/** @type {string} */ name) => outcomes.indexOf(name);
  return Object.entries(all).sort(([a], [b]) => place(a) - place(b));
}

/**
 * The rows that something is said of, those first that need somebody.
 * @param {Report} report
 */
export function toldOf({ rows }) {
  const needs = ["review", "failed"];
  return rows.filter(({ message }) => message)
    .sort((one, other) => needs.indexOf(other.outcome) - needs.indexOf(one.outcome));
}

/** @param {Report} report */
export function newBooks({ counts }) {
  return (counts.added ?? 0) + (counts.review ?? 0);
}

/**
 * What of it is new here, pictures with it.
 * @param {Report} report
 */
export function newsOf(report) {
  return booksTouched(report) + (report.counts.pictures ?? 0);
}

/**
 * A program as it spells itself.
 *
 * @param {string} source
 */
export function sourceName(source) {
  return PROGRAMS[source] ?? source;
}

/**
 * What of it changes a book, or brings one.
 * @param {Report} report
 */
export function booksTouched(report) {
  return newBooks(report) + (report.counts.updated ?? 0);
}
