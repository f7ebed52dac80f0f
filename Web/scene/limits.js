/** Every bound of a window's glue to the browser, with its reason (NAVIGATION §3.6, §3.10). */
export const limits = Object.freeze({
  /** A container this wide shows columns. */
  wideFromPixels: 720,
  /**
   * Narrower than this it shows the stack again; between the two it stays as it is, so that a
   * scroll bar that comes and goes does not flicker.
   */
  narrowBelowPixels: 696,
  /** Entries of the browser's history that a window can go back to by itself. */
  snapshotCount: 50,
  /** Replacements of an entry are joined for this long; Safari allows 100 in 30 seconds. */
  replaceDelayMilliseconds: 400,
  /** Changes are written to the session for a reload after this long, and when the page is left. */
  persistDelayMilliseconds: 250,
  /** How long a link to a book that is not here yet shows a skeleton before it counts as dead. */
  patienceMilliseconds: 5000,
  /** A traversal that the browser never reports is given up after this long. */
  traversalMilliseconds: 1000,
});
