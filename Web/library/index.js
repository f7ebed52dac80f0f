/**
 * The values of a library that the sync engine shares with Swift's `Library`, beside the merge, which
 * is the server's. Pure: no DOM, clock, network or randomness.
 *
 *     applyRow(entity, row) → Entity     applyOperation(entity, key, op, by, was) → Entity
 *     mergeText(base, left, right) → text|null
 *     diffText(from, to) → [{kind: "same"|"removed"|"added", text}]
 *     inverseOf(changes, before) → Inverse   undoing(inverse, now) → {do, was, left}
 *     readingProgress(records, lengths) → {latest, furthest, differ}|null
 *     shelvesInOrder(shelves)
 */
export { applyOperation, applyRow } from "./apply.js";
export { shelvesInOrder } from "./hand-order.js";
export { inverseOf, undoing } from "./inverse.js";
export { readingProgress } from "./reading-progress.js";
export { diffText } from "./text-diff.js";
export { mergeText } from "./text-merge.js";
