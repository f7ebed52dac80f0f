/** Every bound of a window's glue to the browser, with its reason (NAVIGATION §3.6, §3.10). */

/** A container this wide shows columns. */
export const wideFromPixels = 720;

/**
 * Narrower than this it shows the stack again; between the two it stays as it is, so that a
 * scroll bar that comes and goes does not flicker.
 */
export const narrowBelowPixels = 696;

/** Entries of the browser's history that a window can go back to by itself. */
export const snapshotCount = 50;

/** Replacements of an entry are joined for this long; Safari allows 100 in 30 seconds. */
export const replaceDelayMilliseconds = 400;

/** Changes are written to the session for a reload after this long, and when the page is left. */
export const persistDelayMilliseconds = 250;

/** How long a link to a book that is not here yet shows a skeleton before it counts as dead. */
export const patienceMilliseconds = 5000;

/** Changes of a window are told to other devices joined for this long; the first at once. */
export const publishDelayMilliseconds = 250;

/** Scrolling alone is told this seldom: it is worth little, and never ends. */
export const anchorDelayMilliseconds = 2000;

/** What is typed into a search is told after this much stillness, never key by key. */
export const typingMilliseconds = 500;

/**
 * When a scene that another live window holds is asked for again: that window may be this one's
 * former self, whose connection the server misses after a minute. Then this one is a copy of it.
 */
export const busyRetryMilliseconds = Object.freeze([1000, 1500, 5000, 15000, 45000]);

/** After the server found a window too talkative, it is silent for this long. */
export const tooFastMilliseconds = 1000;

/** A follower moves at most this often. */
export const followDelayMilliseconds = 250;

/** Without a word for this long a window is not live any more, and following it rests. */
export const silenceMilliseconds = 60_000;

/** Windows silent for longer stand among the older devices. */
export const listedMilliseconds = 14 * 86_400_000;

/** Windows silent for longer are gone. */
export const olderMilliseconds = 90 * 86_400_000;

/** Links of which the windows of this browser know what became of them: more than wait at a time. */
export const linksCount = 32;

/** How long after Continue it is said that the other device went elsewhere meanwhile. */
export const movedMilliseconds = 5000;

/** How long after Continue the way back is offered. */
export const undoMilliseconds = 600_000;

/** A link opens by itself only after this much stillness, and this long after the last one. */
export const idleMilliseconds = 3000;

/**
 * While following, a list that moved without a touch this recently was not moved by the person; a
 * flick goes on for that long.
 */
export const inputMilliseconds = 3000;

/** Windows of this browser that are remembered by when they were used: more than anybody has open. */
export const focusedCount = 16;

/**
 * A counter of the usage stops here: nobody does one thing more often, and no sum of them all
 * leaves what a number holds exactly.
 */
export const countMax = 1_000_000_000;

/** A traversal that the browser never reports is given up after this long. */
export const traversalMilliseconds = 1000;
