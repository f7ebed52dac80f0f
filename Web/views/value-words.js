import { APART_PREFIX, JOINED_FIELD } from "../library/joined.js";
import { peopleByRole, ratingWords, roleWords, yearWords } from "./book-words.js";

/** @typedef {import("./context.js").Context} Context */

/**
 * The value of a field in words, for a person who compares two of them.
 * @param {string} field
 * @param {unknown} value
 * @param {Pick<Context, "messages"|"books">} context
 * @returns {string}
 */
export function valueWords(field, value, { messages, books }) {
  const { t, number, date, list, languageName } = messages;
  if (value === null || value === undefined || value === "") return t("value.nothing");
  switch (field) {
    case "rating":
      return ratingWords(Number(value), messages);
    case "status":
    case "format":
      return t(`${field}.${value}`);
    case "cover":
      return t("value.picture");
    case "form":
      return t(`note.${value}`);
    case "originalYear":
      return yearWords(Number(value), messages);
    case "direction":
      return t(`loan.${value}`);
    case "published":
    case "out":
    case "due":
    case "back":
      return date(String(value));
    case "contributors":
      return peopleByRole(value).map((group) => peopleWords(group, messages)).join(" · ");
    case "series":
      return list(
        listOf(value).map(
          ({ name, index, number: place }) => [name, index ?? place].filter(Boolean).join(" #"),
        ),
      );
    case "languages":
      return list(listOf(value).map(languageName));
    case "subjects":
      return list(listOf(value));
    case "acquired":
      return acquiredWords(value, date);
    case "span":
      return spanWords(value ?? {}, messages);
    case "shelves":
      return books.shelfName(String(value)) ?? t("list.shelfGone");
    case "book":
    case JOINED_FIELD:
      return books.index.get(books.idOf(String(value)))?.fields.title ?? t("value.goneBook");
  }
  if (typeof value === "boolean") return t(value ? "value.yes" : "value.no");
  if (typeof value === "number") return number(value);
  if (typeof value === "string") return value;
  return JSON.stringify(value);
}

/**
 * "2 April 2023, Fen Books, 12.50 EUR, good".
 * @param {any} acquired
 * @param {(date: string) => string} date
 */
function acquiredWords({ date: day, place, price, currency, condition }, date) {
  const cost = [price, currency].filter((part) => part !== null && part !== undefined).join(" ");
  return [day && date(day), place, cost, condition].filter(Boolean).join(", ");
}

/**
 * The beginning of a longer value, for a button that names it.
 * @param {string} words
 */
export function shortened(words) {
  const characters = [...words.replace(/\s+/g, " ")];
  return characters.length <= 32 ? characters.join("") : `${characters.slice(0, 30).join("")}…`;
}

/**
 * What a field is called.
 * @param {string} field
 * @param {Context["messages"]} messages
 */
export function fieldWords(field, { t }) {
  if (field.startsWith(APART_PREFIX)) return t("fieldName.apart");
  if (field === JOINED_FIELD) return t("fieldName.joined");
  const key = `fieldName.${field}`;
  const words = t(key);
  return words === key ? field.replace(/^custom\./, "") : words;
}

/**
 * Two values may differ in the roles alone: all are said but the author's.
 * @param {{role: string, names: string[]}} group
 * @param {Context["messages"]} messages
 */
function peopleWords({ role, names }, messages) {
  const all = messages.list(names);
  return role === "author" ? all : `${all} (${roleWords(role, messages, names.length)})`;
}

/**
 * "2 April 2023 to 14 May 2023, read".
 * @param {{started?: string, finished?: string, outcome?: string}} span
 * @param {Context["messages"]} messages
 */
export function spanWords({ started, finished, outcome = "read" }, { t, date }) {
  const end = t(`outcome.${outcome}`);
  if (started && finished) return t(
    "reading.span",
    { from: date(started), to: date(finished), end },
  );
  if (finished) return t("reading.until", { to: date(finished), end });
  if (started) return t("reading.since", { from: date(started), end });
  return t("reading.undated", { end });
}

/** @param {unknown} value @returns {any[]} */
function listOf(value) {
  return Array.isArray(value) ? value : [];
}
