import { authorsOf } from "../library/query-entry.js";
import { percentWords } from "./progress-words.js";

/** @typedef {import("./context.js").Entity} Entity */
/** @typedef {import("../messages/messages.js").Messages} Messages */

/**
 * The authors in one line: all of up to three, else the first "and 4 others".
 * @param {Entity} book
 * @param {Messages} messages
 */
export function authorLine(book, messages) {
  const names = authorsOf(book);
  if (names.length <= 3) return names.length === 0 ? "" : messages.list(names);
  return messages.t("book.authorsMore", { name: names[0], count: names.length - 1 });
}

/**
 * The `lang` of a book's own words, by which they are read aloud and set: of a book in several languages
 * nobody knows which of them its title is in, nor of one that is called otherwise in its own.
 * @param {Entity} book
 * @returns {string|null}
 */
export function languageOf({ fields: { languages, originalTitle } }) {
  return languages?.length === 1 && !originalTitle ? languages[0] : null;
}

/**
 * "Tidewater #2", or nothing.
 * @param {Entity} book
 * @param {readonly string[]} [asked] the series that it is looked for in, rather than in its first
 */
export function seriesLine(book, asked = []) {
  const all = Array.isArray(book.fields.series) ? book.fields.series : [];
  const first = all.find(({ name }) => asked.includes(name?.normalize("NFC"))) ?? all[0];
  if (!first?.name) return "";
  const number = first.index ?? first.number;
  return number === undefined || number === null || number === ""
    ? first.name
    : `${first.name} #${number}`;
}

/**
 * A year, of our era or before it.
 * @param {number} year
 * @param {Messages} messages
 */
export function yearWords(year, messages) {
  return year < 0 ? messages.t("year.before", { year: String(-year) }) : String(year);
}

/**
 * When the book came out, as precisely as is known.
 * @param {Entity} book
 * @param {Messages} messages
 */
export function publishedWords(book, messages) {
  const { originalYear, published } = book.fields;
  if (typeof originalYear === "number") return yearWords(originalYear, messages);
  return typeof published === "string" ? messages.date(published) : "";
}

/**
 * "3½ stars".
 * @param {number|null|undefined} hundredths
 * @param {Messages} messages
 */
export function ratingWords(hundredths, messages) {
  if (!hundredths) return messages.t("rating.none");
  const plural = hundredths <= 100 ? 1 : 2; // ½ star, 1 star, 1½ stars
  return messages.t("rating.stars", { count: plural, stars: starNumber(hundredths, messages) });
}

const quarters = ["", "¼", "½", "¾"];

/**
 * @param {number} hundredths
 * @param {Messages} messages
 */
export function starNumber(hundredths, messages) {
  if (hundredths % 25 !== 0) return messages.number(hundredths / 100);
  const whole = Math.floor(hundredths / 100);
  const part = quarters[(hundredths % 100) / 25];
  return whole === 0 ? part : `${messages.number(whole)}${part}`;
}

/**
 * Everything about a book that a row says, in one sentence for those who hear it.
 * @param {Entity} book
 * @param {Messages} messages
 * @param {number} [fraction] of it that is read
 * @param {string} [loan] who has it, or whose it is
 * @param {readonly string[]} [asked] the series that it is looked for in
 */
export function spokenRow(book, messages, fraction, loan = "", asked) {
  const { title, status, rating, favourite } = book.fields;
  return [
    title,
    authorLine(book, messages),
    seriesLine(book, asked),
    status ? messages.t(`status.${status}`) : "",
    fraction === undefined ? "" : percentWords(fraction, messages),
    rating ? ratingWords(rating, messages) : "",
    favourite ? messages.t("fieldName.favourite") : "",
    loan,
  ]
    .filter(Boolean)
    .join(", ");
}

/**
 * What somebody did for a book, in words, or so many together.
 * @param {string} role
 * @param {Messages} messages
 * @param {number} [count]
 */
export function roleWords(role, messages, count = 1) {
  const key = `role.${role}`;
  const words = messages.t(key, { count });
  return words === key ? role : words;
}

/**
 * The people of a book in their order, those together who did the same.
 * @param {unknown} contributors
 * @returns {{role: string, names: string[]}[]}
 */
export function peopleByRole(contributors) {
  /** @type {{role: string, names: string[]}[]} */
  const groups = [];
  for (const { name = "", role } of Array.isArray(contributors) ? contributors : []) {
    const own = role || "author";
    const last = groups.at(-1);
    if (last && last.role === own) last.names.push(name);
    else groups.push({ role: own, names: [name] });
  }
  return groups;
}

/**
 * What is said of those who did something for a book: who wrote it needs no word, and where all have
 * contributed none says more than their names.
 * @param {string} role
 * @param {readonly unknown[]} groups all of the book
 */
export function tellsRole(role, groups) {
  return role !== "author" && (role !== "contributor" || groups.length > 1);
}
