import { isApart } from "../library/joined.js";
import { authorsOf } from "../library/query-entry.js";
import { nameKey } from "../library/query-names.js";
import { fold } from "../library/query-text.js";

/** @typedef {import("../library/query-entry.js").Entity} Entity */

/** Numbers of editions and of shops: one book has many. */
const ofEditions = ["isbn", "asin"];

/**
 * Whether two books that share a number, or a title and an author's surname (`OwnedBooks`), may be the
 * same one twice. As for the importer (BOOKS §5, rule 4) that different ISBNs stand in them says nothing
 * of that; that a first name, a place in a series or a language differs, or that one service has two
 * numbers for them, says that they are two.
 * @param {Entity} one
 * @param {Entity} other
 */
export function mayBeTwins(one, other) {
  if (one.id === other.id || isApart(one, other)) return false;
  const [here, there] = [numbersOf(one), numbersOf(other)];
  if (here.some((number) => there.includes(number))) return true;
  const isTwo = here.some((number) =>
    !ofEditions.includes(schemeOf(number)) &&
    there.some((second) => schemeOf(second) === schemeOf(number)));
  return !isTwo && initialOf(one) === initialOf(other) &&
    agree(placesOf(one), placesOf(other)) && agree(languagesOf(one), languagesOf(other));
}

/**
 * Whether a book of the catalogue that shares a work with one of the library, or a title and an author's
 * surname, is that book, though no number says so. Twins are shown to somebody who compares them; this
 * nobody compares, and who is told that they have a book does not add it: so more has to agree. Editions of
 * one work have other titles and numbers, but not another place in a series.
 * @param {Entity} item
 * @param {Entity} own
 */
export function isSameBook(item, own) {
  const { workKey } = item.fields;
  if (workKey && workKey === own.fields.workKey) return agree(placesOf(item), placesOf(own));
  return mayBeTwins(item, own) && !(hasIsbn(item) && hasIsbn(own)) &&
    givenOf(item).every((name, at) => isOneName(name, givenOf(own)[at] ?? "")) &&
    isOneSubtitle(subtitleOf(item), subtitleOf(own));
}

/** @param {Entity} book */
const hasIsbn = (book) => numbersOf(book).some((number) => schemeOf(number) === "isbn");

/**
 * The given names of the first author.
 * @param {Entity} book
 */
const givenOf = (book) => fold(nameKey(authorsOf(book)[0] ?? "").split(",")[1] ?? "").split(" ");

/**
 * An initial is any name that begins so, and a name that is left out is any.
 * @param {string} one
 * @param {string} other
 */
const isOneName = (one, other) => one === other ||
  (Math.min(one.length, other.length) < 2 && (one.startsWith(other) || other.startsWith(one)));

/** @param {Entity} book */
const subtitleOf = ({ fields }) => fold(fields.subtitle ?? "");

/**
 * One may be longer, or left out, unless it has a number: then it is the name of a volume.
 * @param {string} one
 * @param {string} other
 */
const isOneSubtitle = (one, other) => one === other ||
  (!/\p{N}/u.test(one + other) && (one.includes(other) || other.includes(one)));

/** @param {Entity} book */
const numbersOf = ({ fields }) => Object.keys(fields.identifiers ?? {});

/** @param {string} number */
const schemeOf = (number) => number.slice(0, number.indexOf(":"));

/**
 * The first letter of the name of the first author, as it is spoken.
 * @param {Entity} book
 */
function initialOf(book) {
  const [name = ""] = authorsOf(book);
  const [surname, given = surname] = name.split(",");
  return [...fold(given)][0];
}

/**
 * As it is told, and as titles tell it: "Dune (Dune Chronicles, #1)".
 * @param {Entity} book
 * @returns {number[]}
 */
function placesOf({ fields: { series, title } }) {
  const told = (Array.isArray(series) ? series : []).map(({ index, number }) => number ?? parseFloat(index));
  const named = [...(title ?? "").matchAll(/#(\d+(?:\.\d+)?)/g)].map(([, place]) => place);
  return [...told, ...named].map(Number).filter(Number.isFinite);
}

/** @param {Entity} book @returns {string[]} */
function languagesOf({ fields }) {
  const languages = Array.isArray(fields.languages) ? fields.languages : [];
  return languages.map((tag) => String(tag).split("-")[0].toLowerCase());
}

/**
 * Whether two lists have something in common, or one says nothing.
 * @param {readonly unknown[]} one
 * @param {readonly unknown[]} other
 */
const agree = (one, other) =>
  one.length === 0 || other.length === 0 || one.some((each) => other.includes(each));
