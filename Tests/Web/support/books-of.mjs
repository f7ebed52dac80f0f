/**
 * Entities made of the goodbooks table, with statuses, tags and shelves dealt out.
 * @param {string} csv
 * @param {number} limit
 */
export function booksOf(csv, limit = Infinity) {
  const [header, ...rows] = parse(csv);
  const column = Object.fromEntries(header.map((name, at) => [name, at]));
  return rows.slice(0, limit).map((row, at) => bookOf((name) => row[column[name]] ?? "", at));
}

const statuses = ["toRead", "read", "read", "reading", null, "paused", "abandoned", "toRead"];
const formats = ["paperback", "hardcover", "ebook", "audiobook", null];
const tagNames = ["favourites", "owned", "book club", "gift", "to lend", "café reads", "2020"];

/**
 * @param {(name: string) => string} cell
 * @param {number} at
 */
function bookOf(cell, at) {
  const match = /^(.*?)\s*\((.+?),? #([\d.]+)\)$/.exec(cell("title"));
  const year = Number.parseInt(cell("original_publication_year"), 10);
  const isbn = cell("isbn").padStart(10, "0");
  /** @type {Record<string, any>} */
  const fields = {
    title: match ? match[1] || match[2] : cell("title"),
    contributors: cell("authors")
      .split(", ")
      .map((name) => ({ name, role: "author" })),
    added: 1_700_000_000_000 - at * 3_600_000,
    status: statuses[at % statuses.length],
    format: formats[at % formats.length],
    identifiers: /^\d{9}[\dX]$/.test(isbn) ? { [`isbn:${to13(isbn)}`]: null } : {},
    tags: at % 3 === 0 ? { [tagNames[at % tagNames.length]]: null } : {},
    shelves: at % 5 === 0 ? { [`s${(at % 4) + 1}`]: { position: "a" + String(at) } } : {},
  };
  if (match) fields.series = [{ name: match[2], index: match[3] }];
  if (Number.isFinite(year)) fields.originalYear = year;
  if (fields.status === "read") fields.rating = 200 + (at % 13) * 25;
  if (cell("language_code")) fields.languages = [cell("language_code").slice(0, 2)];
  return { kind: "book", id: `g${cell("book_id")}`, seq: at + 1, deleted: false, fields };
}

/** @param {string} ten */
function to13(ten) {
  const twelve = "978" + ten.slice(0, 9);
  const sum = [...twelve].reduce((total, digit, at) => total + Number(digit) * (at % 2 ? 3 : 1), 0);
  return twelve + ((10 - (sum % 10)) % 10);
}

/** @param {string} csv */
function parse(csv) {
  /** @type {string[][]} */
  const rows = [];
  let row = /** @type {string[]} */ ([]);
  const cell = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r?\n|$)/gy;
  for (const [, text, end] of csv.matchAll(cell)) {
    row.push(text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text);
    if (end === ",") continue;
    if (row.length > 1) rows.push(row);
    row = [];
    if (end === "") break;
  }
  return rows;
}
