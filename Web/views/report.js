/**
 * What an import did, row by row.
 * @typedef {{
 *   source: string, dry: boolean,
 *   counts: Record<string, number>,
 *   rows: {row: number, outcome: string, title?: string, message?: string, raw?: string}[],
 *   refused?: string[], questions?: Question[],
 * }} Report
 * A status of the file that Dogear lacks, how many rows have it, and what it stands for, once that was said:
 * a status of ours, or null for a shelf.
 * @typedef {{status: string, count: number, answer?: string|null}} Question
 *
 * `raw`: the text of a row that could not be read. `refused`: why some of it is not in the library after all.
 */

/**
 * The report as a table that every spreadsheet opens. Cells that a spreadsheet would take for a
 * formula are made text.
 * @param {Report} report
 */
export function reportCsv({ rows }) {
  const lines = rows.map(({ row, outcome, title = "", message = "", raw = "" }) =>
    [String(row), outcome, title, message, raw].map(cell).join(","),
  );
  return ["row,outcome,title,message,text", ...lines, ""].join("\r\n");
}

/** @param {string} text */
function cell(text) {
  const inert = /^[=+\-@\t]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
