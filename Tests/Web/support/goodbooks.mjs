import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { booksOf } from "./books-of.mjs";

/** Where data sets that are no part of the project lie: beside the checkout, or where told. */
const shared =
  process.env.DOGEAR_SHARED || fileURLToPath(new URL("../../../../shared", import.meta.url));

/**
 * Entities made of the goodbooks-10k table; none where the data set is not at hand.
 * @param {number} [limit]
 */
export function goodbooks(limit = Infinity) {
  const path = join(shared, "data/goodbooks-10k/books.csv");
  return existsSync(path) ? booksOf(readFileSync(path, "utf8"), limit) : [];
}
