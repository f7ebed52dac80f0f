// Every bound of the replica, with its reason; the same numbers as Sources/Replica/Machine/Limits.swift.

/** The first wait before connecting again, halved to whole by chance. */
export const backoffBaseMilliseconds = 500;

/** The longest wait: a minute after the network is back, a person has reloaded by hand. */
export const backoffMilliseconds = 60_000;

/** A connection that lived this long was a good one: the next wait starts small again. */
export const steadyMilliseconds = 10_000;

/** How often a refused device asks whether the server was updated, or lets it in again. */
export const refusedRetryMilliseconds = 300_000;

/**
 * The longest wait that a server may ask for: past 2^31 ms a browser's timer fires at once, and none
 * of ours asks for an hour.
 */
export const askedRetryMilliseconds = 3_600_000;

/** How often we try while the system says there is no network; it is wrong now and then. */
export const offlineRetryMilliseconds = 30_000;

/** How long opening a socket and getting `welcome` may take. */
export const welcomeTimeoutMilliseconds = 15_000;

/** How often we are heard; the server and most home routers forget the silent after 60 s. */
export const heartbeatMilliseconds = 25_000;

/** How long an answer to a heartbeat may take before the connection counts as dead. */
export const answerTimeoutMilliseconds = 10_000;

/** The same after waking, when a dead connection is likely and a person is looking. */
export const wakeAnswerTimeoutMilliseconds = 4_000;

/**
 * How often the rows of a page are halved that did not come in time: a sixteenth of 1,000 is some 60 KB,
 * which the slowest line brings. A connection that has died looks the same, and many such pages would
 * take long over a good one.
 */
export const pageHalvingsMax = 4;

/** How long live changes may lag behind the head an ack told, before we pull. */
export const gapTimeoutMilliseconds = 2_000;

/** Pushes in flight: enough to hide a 200 ms round trip, few enough to repeat after a break. */
export const pushesInFlightMax = 4;

/**
 * Bytes of a push around its ops, `{"t":"push","batch":…,"ops":[]}`, and what an op may grow by when
 * a restored server makes it name its epoch.
 */
export const pushEnvelopeByteCount = 256;

/** Acked ops kept for a server that is restored from a backup (SYNC §3). */
export const keptOperationCountMax = 20_000;

/** How long they are kept at most: 30 days. */
export const keptMilliseconds = 30 * 24 * 60 * 60 * 1000;

/** Rows held back for a whole checkpoint; beyond it a returning device sees pages as they come. */
export const stagedRowCountMax = 200_000;

/** How soon a write that the disk refused is tried again. */
export const persistRetryMilliseconds = 3_000;

/** New incarnations in a row without one ack; then something is wrong that they do not mend. */
export const forkCountMax = 3;

/** What a heartbeat tells of the server's clock is kept from this much on: less may be a slow answer. */
export const clockDriftMilliseconds = 5_000;

/** A clock this wrong is told to the person: less is no one's business. */
export const clockWrongMilliseconds = 5 * 60_000;
