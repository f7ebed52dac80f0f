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
 * @param {number} [scale] the size of the reader's text, of the usual
 * @returns {Grid}
 */
export function listGrid(width, mode, density, scale = 1) {
  if (mode === "rows") {
    const height = Math.round(rowHeights[density] * scale);
    return { columns: 1, width, height, gap: 0, inset: 0 };
  }
  const inset = 16;
  const gap = 16;
  const room = width - 2 * inset;
  const columns = Math.max(2, Math.floor((room + gap) / (coverWidths[density] * 0.8 + gap)));
  const cell = Math.floor((room - (columns - 1) * gap) / columns);
  const height = Math.round(cell * 1.5) + Math.round(captionHeight * scale);
  return { columns, width: cell, height, gap, inset };
}

/** What the reader has set as the size of text, of the usual 16 pixels. */
export function textScale() {
  return parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1;
}
