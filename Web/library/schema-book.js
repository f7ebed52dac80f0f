import {
  amount, any, choice, currency, flag, fractionalKey, identifier, integer, languageTag, line, list,
  longText, number, object, partialDate, set,
} from "./field-type.js";
import { limits } from "./limits.js";
import { authored, kindOf, passive, required } from "./schema-spec.js";

// Types that several kinds share.

const titleLine = line(0, limits.titleLength);
/** A name or short phrase. */
export const name = line(0, limits.nameLength);
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
  title: required(line(1, limits.titleLength)),
  subtitle: authored(titleLine),
  originalTitle: authored(titleLine),
  sortTitle: authored(titleLine),
  contributors: authored(
    list(
      object({
        "name!": line(1, limits.titleLength),
        sort: titleLine,
        role: line(0, limits.tagLength),
      }),
    ),
  ),
  series: authored(
    list(
      object({
        "name!": line(1, limits.titleLength),
        index: line(0, limits.tagLength),
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
  subjects: passive(list(line(1, limits.nameLength))),
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
