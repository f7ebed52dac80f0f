/**
 * What an import did, row by row.
 * @typedef {{
 *   source: string, dry: boolean,
 *   counts: Record<string, number>,
 *   rows: {row: number, outcome: string, title?: string, message?: string}[],
 *   refused?: string[],
 * }} Report
 *
 * `refused`: why some of it is not in the library after all.
 */

/**
 * The report as a table that every spreadsheet opens. Cells that a spreadsheet would take for a
 * formula are made text.
 * @param {Report} report
 */
export function reportCsv({ rows }) {
  const lines = rows.map(({ row, outcome, title = "", message = "" }) =>
    [String(row), outcome, title, message].map(cell).join(","),
  );
  return ["row,outcome,title,message", ...lines, ""].join("\r\n");
}

/** @param {string} text */
function cell(text) {
  const inert = /^[=+\-@\t]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
