import { isApart } from "../library/joined.js";
import { authorsOf } from "../library/query-entry.js";
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

/** @param {Entity} book @returns {number[]} */
function placesOf({ fields }) {
  const series = Array.isArray(fields.series) ? fields.series : [];
  return series.map(({ index, number }) => Number(number ?? parseFloat(index))).filter(Number.isFinite);
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
