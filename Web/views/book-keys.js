/**
 * Letters that are commands while a list has the focus, and so begin no type-ahead: `e` edit,
 * `f` feed, `g` go, `j` `k` move, `n` new, `p` progress, `r` rate, `x` select, `z` undo, `Z` redo. Digits
 * set the status.
 */
export const rowKeys = new Set([..."efgjknprxzZ12345/?"]);
