/** @typedef {import("./context.js").Entity} Entity */

/**
 * Whether the book of a loan has not come back.
 * @param {Entity} loan
 */
export const isOut = ({ fields }) => !fields.back;

/**
 * Whether it is out beyond the day that was agreed. A month that was agreed is over when it ends.
 * @param {Entity} loan
 * @param {string} today YYYY-MM-DD
 */
export const isOverdue = (loan, today) => {
  const { due } = loan.fields;
  return isOut(loan) && typeof due === "string" && due < today.slice(0, due.length);
};

/**
 * What is out comes first, by the day when it is due; then what is back, the latest first.
 * @param {Entity} a
 * @param {Entity} b
 */
export function byUrgency(a, b) {
  const [first, second] = [a, b].map((loan) => (isOut(loan) ? dueKey(loan) : "~~"));
  if (first !== second) return first < second ? -1 : 1;
  const [here, there] = [a, b].map(({ id, fields }) => `${fields.back ?? ""} ${fields.out ?? ""} ${id}`);
  return here < there ? 1 : -1;
}

/**
 * A month is due at its end, and so behind all of its days; what is due on no day, behind all that is.
 * @param {Entity} loan
 */
const dueKey = ({ fields }) => `${fields.due ?? ""}~`;
