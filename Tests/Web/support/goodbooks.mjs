import { readFileSync } from "node:fs";
import { booksOf } from "./books-of.mjs";

/**
 * Entities made of the goodbooks table, whose path `DOGEAR_GOODBOOKS` names; none without it.
 * @param {number} [limit]
 */
export function goodbooks(limit = Infinity) {
  const path = process.env.DOGEAR_GOODBOOKS;
  return path ? booksOf(readFileSync(path, "utf8"), limit) : [];
}
