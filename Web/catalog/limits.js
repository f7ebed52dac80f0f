/** Pages of the catalogue kept for whoever comes back to them: some evenings of looking around. */
export const pagesKept = 200;

/** Books skipped in the feed that this device remembers; beyond, the first skipped come back. */
export const skippedMax = 5_000;

/** ISBNs looked up from one list: a shelf photographed and typed, with room. */
export const isbnListMax = 200;

/** Look-ups of a list that are under way at once: a home server answers them as they come. */
export const lookupsAtOnce = 4;

/**
 * Books up to which something that they share tells that they may be one: a number of nobody's, such as
 * one of zeros alone, stands in many.
 */
export const sharedBooksMax = 8;
