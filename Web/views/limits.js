import { pushByteCountMax } from "../wire/limits.js";

/**
 * Milliseconds of a piece of long work, after which keys and presses have their turn: on a phone a step more
 * than that, and the rest of a task, still stay below what is felt.
 */
export const sliceMilliseconds = 16;

/** Milliseconds after which something that takes long is said to: what is gone at once only flickers. */
export const waitingMilliseconds = 200;

/** Milliseconds between two pieces where the browser does not say when it has nothing else to do. */
export const idleMilliseconds = 50;

/** Books prepared in one step of a piece: about 1 ms of work. */
export const warmBatch = 128;

/** Books compared with each other in one step: what tells them takes longer to make out. */
export const compareBatch = 50;

/** Milliseconds of stillness after which a list is remembered for the next window. */
export const glimpseSettleMilliseconds = 300;

/** Milliseconds until a list is remembered that could not be, because the disk had something to do. */
export const glimpseRetryMilliseconds = 500;

/** Characters of a remembered list: some dozen books and a thousand tags; more is slow to read. */
export const glimpseLengthMax = 256 * 1024;

/** Milliseconds after which the library is read though no frame was painted: in a hidden tab, say. */
export const paintMillisecondsMax = 300;

/** Milliseconds of looking through long texts at a time: half a frame. */
export const scanMilliseconds = 8;

/** Books found by somebody's own words that are shown: who finds more asks for too little. */
export const wordResultsMax = 50;

/** Values of a facet that are shown until somebody types, and of those that are found: a screen of each. */
export const facetShownMax = 10;
export const facetFoundMax = 30;

/** Milliseconds after which a wide detail follows the keyboard (NAVIGATION §3.10). */
export const followMilliseconds = 150;

/** Milliseconds that trying to reach the server is shown for: what comes of it is mostly known by then. */
export const tryingMilliseconds = 2_000;

/** Milliseconds that a pushed column takes to arrive; the style sheet says the same. */
export const pushMilliseconds = 280;

/** Milliseconds after which screen readers know of a region, and say what changes in it. */
export const spokenMilliseconds = 100;

/** Milliseconds after which it is said how far a count has run: often enough to know that it goes on. */
export const countSpokenMilliseconds = 60_000;

/** What the style sheet calls a cover that grows into the one of its book. */
export const flightName = "book-cover";

/** Tags offered in the sidebar before "Show all": the rest are one tap away. */
export const sidebarTagMax = 12;

/** Milliseconds without a key after which a text written in place is saved. */
export const textSettleMilliseconds = 1_500;

/**
 * Milliseconds after which it is saved though the keys go on: what a lost device costs at most, and
 * seldom enough that its history stays one of thoughts and not of keys.
 */
export const textWaitMillisecondsMax = 20_000;

/** Milliseconds after which a window that goes is gone, or is there again if it was reloaded. */
export const goneMilliseconds = 2_000;

/** Milliseconds between looks for words that a window had no time to send before it went. */
export const leftLookMilliseconds = 30_000;

/** Bytes of a file to import: what the server takes. */
export const importByteCountMax = 64 * 1024 * 1024;

/** Characters of a device's name: what the server takes. */
export const deviceNameLengthMax = 80;

/** Statuses of a file that are asked about: a table with more of them means something else by them. */
export const importQuestionsMax = 12;

/** Rows of a report that are shown: nobody reads more of them here, and the saved report has them all. */
export const importRowsMax = 50;

/** Milliseconds after which it is said how fast something goes: before, that is mostly chance. */
export const pacedMilliseconds = 2_000;

/** Milliseconds that the books of an import have to arrive in, to be offered to be taken back. */
export const batchArrivalMilliseconds = 10_000;

/**
 * Bytes of the changes of one operation, generously counted, where a deed needs several: half of a push,
 * which has to hold what stands around them as well.
 */
export const operationByteCountMax = pushByteCountMax / 2;

/** Books that can be made one at a time: more are no copies of one, and cannot be compared by eye. */
export const joinedMax = 8;

/** Books offered as the one that a book is: a screenful; another is found by its name. */
export const likelyMax = 12;

/** Pairs of books shown that may be one: whoever settles so many comes back for more. */
export const twinsShownMax = 100;

/**
 * Loans of a book whose history is asked for with its own, those noted last: each is a question of its
 * own, and the server takes sixteen of a device at a time.
 */
export const historyLoanMax = 8;

/** Pixels of a sideways swipe that adds or skips: more than a thumb slips while it scrolls. */
export const swipePixels = 72;

/** Milliseconds without a key after which the catalogue is asked: typing is no conversation. */
export const catalogSettleMilliseconds = 300;

/** Milliseconds without a key after which Open Library is: each question there is another server's work. */
export const openLibrarySettleMilliseconds = 700;

/** Milliseconds of stillness after which the search says where it stands. */
export const searchSettleMilliseconds = 150;

/** Books of the library above the catalogue's; all of them are one press away. */
export const ownResultsMax = 20;

/** Covers drawn before and after the one in view: a flick lands on a painted page. */
export const feedWindow = 2;

/** Milliseconds of stillness after which the feed says where it stands. */
export const feedSettleMilliseconds = 150;

/** Deeds of this window that can be undone: more than anybody remembers. */
export const undoMax = 100;

/** Milliseconds after which it is looked whether an invited device is there. */
export const invitationLookMilliseconds = 3_000;

/** Milliseconds after which words like "5 minutes ago" are looked at again. */
export const agoMilliseconds = 15_000;

/**
 * How long an editor says "Saving…" before it looks why: a disk needs far less, and a person who is
 * told nothing presses again after about that.
 */
export const keepingMilliseconds = 1_000;

/**
 * Years between two with finished books up to which those without any are shown as well: further apart,
 * one of the two dates is rather a mistake, and asks for no hundred empty years.
 */
export const yearGapMax = 10;

/** Weeks of which the days are shown on which somebody read: a year, and the week that goes on. */
export const streakWeeks = 53;

/** Tags, subjects and authors that the statistics of a year name: what is behind them stands for little. */
export const rankedMax = 6;

/** What is meant to be read in a year, of whatever: nobody reads as many pages, let alone more. */
export const goalTargetMax = 9_999_999;

/** Books in the command palette: as many as are read at a glance; a search has all of them. */
export const paletteBookMax = 8;

/** Places and commands in the palette: who sees more types another letter. */
export const paletteChoiceMax = 12;

/** Lists used last that the palette begins with: those somebody goes to and fro between. */
export const paletteRecentMax = 4;

/** Steps of Page Up and Page Down in the palette: about what is seen of it at once. */
export const palettePage = 8;

/** Titles that a question about many books names: enough to know them by, and read at a glance. */
export const namedTitleMax = 3;

/** Tags shown of many selected books, the most common: more is nothing to choose from by eye. */
export const sharedTagMax = 200;

/** Characters of a title that a notice or a question quotes: two lines on a phone, and enough to know it by. */
export const quotedLengthMax = 60;

/** Lines of a list that one sentence quotes: enough to see what kind they are of. */
export const linesNamedMax = 3;

/** Characters and lines of a text that stands beside another one whole: more pushes the answers out of sight. */
export const foldedLengthMax = 600;
export const foldedLineMax = 12;
