import {
  amount, any, choice, currency, flag, fractionalKey, identifier, integer, languageTag, line, list,
  longText, number, object, partialDate, set,
} from "./field-type.js";
import * as limits from "./limits.js";
import { authored, kindOf, passive, required } from "./schema-spec.js";

// Types that several kinds share.

const titleLine = line(0, limits.titleLengthMax);
/** A name or short phrase. */
export const name = line(0, limits.nameLengthMax);
/** A year, before our era with a minus. */
export const year = integer(-9999, 9999);
/** A number of pages. */
export const pages = integer(1, 100_000);
/** A length in seconds. */
export const seconds = integer(1);
/** Hundredths of a star: they hold quarter stars, and scales to 10 and to 50. */
export const rating = integer(1, 500);
/** What a book is printed on, or is not. */
export const format = choice("hardcover", "paperback", "ebook", "audiobook", "other");

/** One thing a person tracks: an edition where they know it, and no work above it (BOOKS §5). */
export const book = kindOf({
  title: required(line(1, limits.titleLengthMax)),
  subtitle: authored(titleLine),
  originalTitle: authored(titleLine),
  sortTitle: authored(titleLine),
  contributors: authored(
    list(
      object({
        "name!": line(1, limits.titleLengthMax),
        sort: titleLine,
        role: line(0, limits.tagLengthMax),
      }),
    ),
  ),
  series: authored(
    list(
      object({
        "name!": line(1, limits.titleLengthMax),
        index: line(0, limits.tagLengthMax),
        number: number(-1e9, 1e9),
      }),
    ),
  ),
  identifiers: authored(set("bookIdentifier", any), "set"),
  publisher: authored(name),
  published: authored(partialDate),
  originalYear: authored(year),
  pages: authored(pages),
  seconds: authored(seconds),
  format: authored(format),
  formatNote: authored(name),
  languages: authored(list(languageTag)),
  description: passive(longText, "text"),
  subjects: passive(list(line(1, limits.nameLengthMax))),
  cover: passive(identifier),
  status: authored(choice("toRead", "reading", "paused", "read", "abandoned")),
  rating: authored(rating),
  review: authored(longText, "text"),
  spoiler: authored(flag),
  note: authored(longText, "text"),
  favourite: authored(flag),
  owned: authored(integer(0)),
  acquired: authored(
    object({ date: partialDate, place: name, price: amount, currency, condition: name }),
  ),
  added: authored(integer(0)),
  tags: authored(set("tag", any), "set"),
  shelves: authored(set("entity", object({ position: fractionalKey })), "set"),
  workKey: authored(name),
});
