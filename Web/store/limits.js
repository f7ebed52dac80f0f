// Every bound of the browser's storage, with its reason.

/**
 * Entities in one record. Reading 10,000 records takes Chromium 600 ms, the same books in 40
 * records 80 ms; writing one edit rewrites one record, which at this size takes 3 ms.
 */
export const entitiesPerChunk = 256;

/** Ops in one record: there are fewer of them, and each edit writes one. */
export const operationsPerChunk = 64;

/** Records in one answer: while one is taken in, the browser fetches the next. */
export const chunksPerRead = 8;

/** How long opening the database may take before we say that it does not: other tabs may block. */
export const openTimeoutMilliseconds = 10_000;
