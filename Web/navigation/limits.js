/**
 * Every bound of the navigation model, with its reason (NAVIGATION §3.1). A decoder cuts what
 * exceeds one; nothing here ever throws. `Sources/Navigation/Limits.swift` holds the same figures.
 */
export const limits = Object.freeze({
  /** Routes in one tab: deeper than anyone walks back, small enough for a 16 KiB scene. */
  pathLength: 16,
  /** Lists whose query and position a window remembers; beyond, the least recently used goes. */
  listCount: 64,
  /** Levels of presentations: an editor, a sheet above it, and one question. */
  presentationLevels: 3,
  /** Values of one filter facet. */
  filterValues: 16,
  /** Scalars of a search text. */
  queryLength: 200,
  /** Scalars of an author's name, as a list spells it. */
  authorLength: 200,
  /** Scalars of a tag or format in a filter: the library's own bound for a tag. */
  filterValueLength: 100,
  /** Scalars of a person, a series, a publisher in a filter: as of an author whose list it is. */
  filterNameLength: 200,
  /** The seed of a random order: more orders than anyone looks at, in six digits of a link. */
  sortSeed: 999_999,
  /** Scalars of a feed's seed, and of an error's code. */
  codeLength: 64,
  /** Scalars of a window's name. */
  sceneNameLength: 60,
  /** Scalars of a link: what every browser and proxy carries. */
  linkLength: 2048,
  /** Neighbours an anchor remembers, for when its own row has died. */
  anchorNeighbours: 4,
  /** Thousandths of the anchor's row that are scrolled past. */
  anchorOffset: 999,
  /** The row's place in the list when the anchor was taken. */
  anchorIndex: 999_999,
  /** Links waiting in a window's inbox; one more expires the oldest. */
  inboxLength: 10,
  /** The greatest integer both languages hold exactly: 2⁵³−1. */
  integer: Number.MAX_SAFE_INTEGER,
  /** Covers in one page of the feed, and how near the end the next page is asked for. */
  feedPage: 20,
  feedAhead: 5,
  /** Two deliveries of one link from one sender within this many milliseconds are one. */
  incomingRepeatMilliseconds: 5000,
  /** Bytes of a published scene; lists are dropped, least recently used first, until it fits. */
  publishedBytes: 16_384,
  /** Pixels from which `automatic` shows three columns. */
  threeColumnsWidth: 1080,
});
