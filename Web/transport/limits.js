// Every bound of the browser's side of the sync, with its reason.

/**
 * How soon a tab reads the disk again when another version of the app leads: long enough for the
 * write that was told of, short enough that a person who looks from tab to tab sees one library.
 */
export const rereadMilliseconds = 500;

/**
 * How soon a disk that could not be read is read again: what a browser loses for a moment is back by
 * then, and one that is broken is not worn out.
 */
export const diskRetryMilliseconds = 1_000;

/**
 * How long what was told of devices' names is taken for what they are: nobody renames one more often than that,
 * and who comes back from doing it elsewhere finds the new name about then.
 */
export const namesFreshMilliseconds = 60_000;

/** Failures in a row before a person hears of them: a moment's loss is nobody's business. */
export const misreadingsTold = 3;

/**
 * How long a leader may be silent when asked: one that reads a large library answers late, one that a
 * phone has stopped without a word never, while a person looks at the tab that asks.
 */
export const leaderAnswerMilliseconds = 5_000;

/**
 * How soon a server that does not know this browser is asked again: a minute, each time twice that.
 * It may have run on other data for a moment; one that has forgotten it is not worn out.
 */
export const unpairedRetryMilliseconds = 60_000;

/** Never later than this: who comes back after a day finds it let in. */
export const unpairedRetryMillisecondsMax = 30 * 60_000;

/** Pictures that are asked for at once: a browser opens six connections, and edits have one of their own. */
export const picturesAskedMax = 4;

/**
 * How soon a picture that the server has not is asked for again: whoever gave it to a book may be putting it
 * up this very second, or be away for a day. Each time twice that.
 */
export const pictureRetryMilliseconds = 500;

/** Never later than this: who leaves a page open finds the picture there in the end. */
export const pictureRetryMillisecondsMax = 600_000;

/** How long after an edit it is seen which pictures books name: a row of edits is looked at once. */
export const picturesSettleMilliseconds = 200;

/** Pictures kept between two looks at how many there are: a look reads none of them. */
export const picturesPerPrune = 50;

/** How long a cookie may be kept: browsers keep none for longer than 400 days. */
export const cookieSeconds = 400 * 24 * 60 * 60;

/** Entities of a stored library that are taken in at a time: some 10 ms of work. */
export const entitiesPerPiece = 4_096;
