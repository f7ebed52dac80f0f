/** Rows kept mounted beyond each edge of the view, so that a flick does not outrun the painting. */
export const overscanRows = 4;

/** Milliseconds of stillness after which a list says where it stands. */
export const scrollSettleMilliseconds = 120;

/** Milliseconds between keys that still belong to one type-ahead. */
export const typeAheadMilliseconds = 700;

/** Milliseconds that a notice with an undo stays (INTERFACE, "Always"). */
export const undoMilliseconds = 10_000;

/** Milliseconds that a notice without anything to press stays. */
export const noticeMilliseconds = 5_000;

/** Notices on screen at once: the oldest leaves. */
export const noticeMax = 3;

/** Milliseconds that a finger rests on an item before it can be dragged: as long as systems ask. */
export const holdMilliseconds = 450;

/** Pixels that a pointer may tremble before a press is a drag, or a held finger a scroll. */
export const holdTolerancePixels = 6;

/** Pixels from the edge of a list in which a drag scrolls it. */
export const dragEdgePixels = 32;

/** Pixels that it scrolls there each frame. */
export const dragStepPixels = 8;

/** Pixels that a sheet is dragged at least before it changes its height: less is a press. */
export const detentFlickPixels = 24;

/** Milliseconds within which a drag of a sheet is a flick, for which a short way is enough. */
export const detentMillisecondsMax = 250;

/** Pixels that a keyboard takes at least: more than the bars that browsers show and hide. */
export const keyboardPixelsMin = 120;

/** Pixels kept free between a popover and the edge of the window, and its opener, as the style sheet does. */
export const popoverMarginPixels = 8;
export const popoverGapPixels = 4;

/** Pixels that a popover begins before its button, which is narrower than it. */
export const popoverOutsetPixels = 120;

/** Pixels that a popover begins inside a row, which is broader than it. */
export const popoverInsetPixels = 16;

/** Books in a list that has a rail of letters: fewer are soon scrolled through. */
export const railBooksMin = 60;

/** Letters on a rail at least: fewer are no help. */
export const railLettersMin = 4;

/** Pixels that a letter on the rail takes at least, to be told from its neighbours. */
export const railLetterPixels = 14;

/** The same for larger text, of the height of its letters. */
export const railLetterLine = 1.25;

/** Rows of a list that are printed: more than two hundred pages, and what a browser lays out in a few seconds. */
export const printedRowsMax = 3_000;
