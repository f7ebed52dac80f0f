/**
 * A stream of numbers that depends on `text` alone: the same book looks the same on every device
 * and on every day.
 * @param {string} text
 * @returns {(below: number) => number} the next whole number from 0 up to, not including, `below`
 */
export function seeded(text) {
  let state = hash(text);
  return (below) => {
    // mulberry32
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/**
 * FNV-1a over UTF-16 units.
 * @param {string} text
 */
function hash(text) {
  let state = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    state = Math.imul(state ^ text.charCodeAt(at), 0x01000193);
  }
  return state >>> 0;
}
