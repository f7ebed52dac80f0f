import { clipped, shortTitleOf } from "./sentences.js";
import { fieldWords } from "./value-words.js";

/** @typedef {import("./context.js").Change} Change */
/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Library} Library */

/**
 * What an edit did, as a thing that can be undone: "Rating of “Dune”".
 * @param {readonly Change[]} changes
 * @param {{library: Library, messages: Context["messages"]}} parts asked before the edit is made
 */
export function deedWords(changes, { library, messages }) {
  const { t } = messages;
  const kind = changes.some(({ e }) => e === "book") ? "book" : "loan";
  const { size: count } = new Set(changes.flatMap(({ e, id }) => (e === kind ? id : [])));
  if (count > 1) return t("deed.books", { count });
  const change = changes.find(({ e }) => e !== "conflict" && e !== "alias") ?? changes[0];
  const { e, id, set = {}, add = {}, del = {} } = change;
  const entity = library.get(e, id);
  const year = set.year ?? entity?.fields.year;
  if (e === "goal" && year) return t("deed.goal", { year: String(year) });
  const belonging = e === "progress" ? library.get("reading", id.split("~")[0]) : entity;
  const book = library.get("book", String(set.book ?? belonging?.fields.book ?? id));
  const own = set.title ?? set.name;
  const named = book ?? entity;
  const title = named ? shortTitleOf(named) : clipped(String(own ?? ""));
  if (title === "") return t(`deed.${e === "progress" ? "progress" : "change"}`);
  if (e === "loan") return t("deed.loanOf", { title });
  if (change.delete) return t("deed.delete", { title });
  if (change.restore && e !== "progress") return t("deed.restore", { title });
  if (["reading", "progress", "note"].includes(e)) return t(`deed.${e}Of`, { title });
  if (change.create) return t("deed.create", { title });
  const fields = [...Object.keys(set), ...Object.keys(add), ...Object.keys(del)];
  return fields.length === 1
    ? t("deed.field", { field: fieldWords(fields[0], messages), title })
    : t("deed.changes", { title });
}
