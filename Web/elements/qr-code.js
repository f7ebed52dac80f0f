import { svg } from "./dom.js";

/** Light modules around a code, without which readers do not find it (ISO/IEC 18004 §6.3.8). */
const border = 4;

/**
 * The dark modules as one SVG path: a line for each run of them in a row. Pure.
 * @param {readonly string[]} rows each a text of `1` for dark and `0` for light
 * @returns {string}
 */
export function qrPath(rows) {
  return rows
    .flatMap((row, y) =>
      [...row.matchAll(/1+/g)].map(({ 0: run, index = 0 }) =>
        `M${index + border} ${y + border}h${run.length}v1h-${run.length}z`))
    .join("");
}

/**
 * A QR code, black on white in every appearance: readers want it so.
 * @param {{size: number, rows: readonly string[]}} code
 * @param {string} label what it says to who cannot see it
 */
export function createQrCode({ size, rows }, label) {
  const side = size + 2 * border;
  return svg(
    "svg",
    {
      class: "qr-code", viewBox: `0 0 ${side} ${side}`, role: "img", "aria-label": label,
      "shape-rendering": "crispEdges",
    },
    svg("rect", { width: side, height: side, fill: "#fff" }),
    svg("path", { d: qrPath(rows), fill: "#000" }),
  );
}
