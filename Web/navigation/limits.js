/**
 * Every bound of the navigation model, with its reason (NAVIGATION §3.1). A decoder cuts what
 * exceeds one; nothing here ever throws. `Sources/Navigation/Limits.swift` holds the same figures.
 */

/** Routes in one tab: deeper than anyone walks back, small enough for a 16 KiB scene. */
export const pathLength = 16;

/** Lists whose query and position a window remembers; beyond, the least recently used goes. */
export const listCount = 64;

/** Levels of presentations: an editor, a sheet above it, and one question. */
export const presentationLevels = 3;

/** Values of one filter facet. */
export const filterValues = 16;

/** Scalars of a search text. */
export const queryLength = 200;

/** Scalars of an author's name, as a list spells it. */
export const authorLength = 200;

/** Scalars of a tag or format in a filter: the library's own bound for a tag. */
export const filterValueLength = 100;

/** Scalars of a person, a series, a publisher in a filter: as of an author whose list it is. */
export const filterNameLength = 200;

/** The seed of a random order: more orders than anyone looks at, in six digits of a link. */
export const sortSeed = 999_999;

/** Scalars of a feed's seed, and of an error's code. */
export const codeLength = 64;

/** Scalars of a window's name. */
export const sceneNameLength = 60;

/** Scalars of a link: what every browser and proxy carries. */
export const linkLength = 2048;

/** Neighbours an anchor remembers, for when its own row has died. */
export const anchorNeighbours = 4;

/** Thousandths of the anchor's row that are scrolled past. */
export const anchorOffset = 999;

/** The row's place in the list when the anchor was taken. */
export const anchorIndex = 999_999;

/** Links waiting in a window's inbox; one more expires the oldest. */
export const inboxLength = 10;

/** The greatest integer both languages hold exactly: 2⁵³−1. */
export const integer = Number.MAX_SAFE_INTEGER;

/** Covers in one page of the feed. */
export const feedPage = 20;

/** How near the end of the loaded covers the next page is asked for. */
export const feedAhead = 5;

/** Two deliveries of one link from one sender within this many milliseconds are one. */
export const incomingRepeatMilliseconds = 5000;

/** Bytes of a published scene; lists are dropped, least recently used first, until it fits. */
export const publishedBytes = 16_384;

/** Pixels from which `automatic` shows three columns. */
export const threeColumnsWidth = 1080;
