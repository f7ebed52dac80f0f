/** @typedef {import("../elements/virtual-list.js").Grid} Grid */

const rowHeights = { comfortable: 72, compact: 56 };
const coverWidths = { comfortable: 128, compact: 96 };

/** Below a cover: two lines of title, one of author. */
const captionHeight = 60;

/**
 * How many columns of which size fit into a list of this width, in pixels.
 * @param {number} width
 * @param {"rows"|"covers"} mode
 * @param {"comfortable"|"compact"} density
 * @returns {Grid}
 */
export function listGrid(width, mode, density) {
  if (mode === "rows") {
    return { columns: 1, width, height: rowHeights[density], gap: 0, inset: 0 };
  }
  const inset = 16;
  const gap = 16;
  const room = width - 2 * inset;
  const columns = Math.max(2, Math.floor((room + gap) / (coverWidths[density] * 0.8 + gap)));
  const cell = Math.floor((room - (columns - 1) * gap) / columns);
  return { columns, width: cell, height: Math.round(cell * 1.5) + captionHeight, gap, inset };
}
