// Every bound of the browser's side of the sync, with its reason.

/**
 * How soon a tab reads the disk again when another version of the app leads: long enough for the
 * write that was told of, short enough that a person who looks from tab to tab sees one library.
 */
export const REREAD_MS = 500;
