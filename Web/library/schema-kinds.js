import {
  any, anyObject, choice, flag, fractionalKey, identifier, integer, line, list, longText, number,
  object, partialDate, set,
} from "./field-type.js";
import * as limits from "./limits.js";
import { format, name, pages, rating, seconds, year } from "./schema-book.js";
import { authored, kindOf, passive, server } from "./schema-spec.js";

/** One read-through of a book. Its dates and outcome are one group: they are told together. */
export const reading = kindOf({
  book: authored(identifier),
  span: authored(
    object({
      started: partialDate,
      finished: partialDate,
      outcome: choice("reading", "read", "abandoned"),
    }),
    "group",
  ),
  rating: authored(rating),
  format: authored(format),
  pages: authored(pages),
  seconds: authored(seconds),
});

const measure = number(0, Number.MAX_SAFE_INTEGER);

const mark = object({
  "document!": line(1, limits.nameLengthMax),
  place: line(0, limits.titleLengthMax),
  fraction: number(0, 1),
  device: name,
  deviceId: name,
  at: integer(0),
});

/** How far one device has come in one reading; its id is `READING~DEVICE`. */
export const progress = kindOf(
  {
    unit: passive(choice("page", "percent", "seconds"), "singleWriter"),
    value: passive(measure, "singleWriter"),
    total: passive(measure, "singleWriter"),
    fraction: passive(number(0, 1), "singleWriter"),
    at: passive(integer(0), "singleWriter"),
    // On which a place was noted, by the calendar of whoever noted it: of those before no more is kept.
    days: passive(set("day", any), "set"),
    // In the words of a reading program, which no other understands: the last of each file first.
    marks: passive(list(mark, limits.marksMax), "singleWriter"),
  },
  { isNamedByPair: true },
);

/** A shelf; the books that stand on it say so themselves. */
export const shelf = kindOf({
  name: authored(line(1, limits.nameLengthMax)),
  description: authored(longText),
  position: authored(fractionalKey),
  exclusive: authored(name),
  // Whose books are those that meet it, and nobody puts any there (`query-rule.js`).
  rule: authored(anyObject),
  // `{added: {by, at}, deleted: {by, at}}`, while it is in Trash with a book that was put on it
  // meanwhile.
  recovered: server(anyObject),
});

/** Something a person wrote down, or marked, in a book. */
export const note = kindOf({
  book: authored(identifier),
  form: authored(choice("note", "quote", "highlight")),
  text: authored(longText, "text"),
  location: authored(name),
});

/** A book lent or borrowed. */
export const loan = kindOf({
  book: authored(identifier),
  person: authored(name),
  direction: authored(choice("lent", "borrowed")),
  out: authored(partialDate),
  due: authored(partialDate),
  back: authored(partialDate),
});

/** What a person means to read in a year. */
export const goal = kindOf({
  year: authored(year),
  metric: authored(choice("books", "pages", "hours")),
  target: authored(integer(1)),
});

/** One row of an imported file as it came, and what became of it. */
export const importRow = kindOf(
  {
    batch: server(identifier),
    source: server(name),
    sourceId: server(name),
    raw: server(any),
    outcome: server(name),
    // The book that came of it, and the one it is to be compared with.
    book: server(identifier),
    twin: server(identifier),
  },
  { isServers: true },
);

/** Two concurrent unequal writes of one field, both kept (SYNC §2). */
export const conflict = kindOf(
  {
    entity: server(anyObject),
    field: server(any),
    element: server(any),
    kept: server(anyObject),
    lost: server(anyObject),
  },
  { isServers: true },
);

/**
 * One book under two ids, named by the id `from`, which stands for `to` (SYNC §2, *same book created
 * twice*). `notice` is true until somebody has seen it; deleting the record keeps both books.
 */
export const alias = kindOf(
  {
    from: server(identifier),
    to: server(identifier),
    identifier: server(line(0, limits.elementLengthMax)),
    by: server(identifier),
    at: server(integer(0)),
    notice: server(flag),
  },
  { isServers: true },
);
