/**
 * The items of a list that a person has selected. `anchor` is where a range begins, `end` where the
 * last step led to, and `base` what was selected without that range; `isBegun` where selecting was
 * asked for and so goes on with nothing selected.
 * @typedef {{
 *   ids: ReadonlySet<string>, base: ReadonlySet<string>,
 *   anchor: string|null, end: string|null, isBegun: boolean,
 * }} Selection
 * @typedef {{ids: readonly string[], indexOf(id: string): number}} Items a list, which knows places
 */

/** @type {Selection} */
export const nothing = Object.freeze({
  ids: new Set(), base: new Set(), anchor: null, end: null, isBegun: false,
});

/**
 * Nothing yet, and what is pressed next is selected.
 * @type {Selection}
 */
export const begun = Object.freeze({ ...nothing, isBegun: true });

/**
 * Whether a person is selecting.
 * @param {Selection} selection
 */
export const isOn = ({ ids, isBegun }) => isBegun || ids.size > 0;

/**
 * Takes an item in, or out again; the next range begins with it.
 * @param {Selection} selection
 * @param {string} id
 * @returns {Selection}
 */
export function toggle(selection, id) {
  const ids = new Set(selection.ids);
  if (!ids.delete(id)) ids.add(id);
  return endedOr({ ...selection, ids, base: ids, anchor: id, end: id });
}

/**
 * All from the anchor to an item, in place of the range that was there before; what was selected
 * besides stays. Without an anchor the range begins at `from`, or is the item alone.
 * @param {Selection} selection
 * @param {Items} items
 * @param {string|null} from
 * @param {string} to
 * @returns {Selection}
 */
export function rangeTo(selection, items, from, to) {
  const known = [selection.anchor, from].find((id) => id !== null && items.indexOf(id) >= 0);
  const anchor = known ?? to;
  const [first, last] = [items.indexOf(anchor), items.indexOf(to)].sort((a, b) => a - b);
  const range = items.ids.slice(first, last + 1);
  return { ...selection, ids: new Set([...selection.base, ...range]), anchor, end: to };
}

/**
 * The same by a step of the keyboard: whoever has walked on since begins another range there.
 * @param {Selection} selection
 * @param {Items} items
 * @param {string|null} from where the step began
 * @param {string} to
 * @returns {Selection}
 */
export function stepTo(selection, items, from, to) {
  const goesOn = from === null || from === selection.end;
  return rangeTo(goesOn ? selection : { ...selection, anchor: from, base: selection.ids }, items, from, to);
}

/**
 * Everything in the list.
 * @param {Selection} selection
 * @param {Items} items
 * @returns {Selection}
 */
export function all(selection, items) {
  const ids = new Set(items.ids);
  return endedOr({ ...selection, ids, base: ids, anchor: null, end: null });
}

/**
 * Without what is not in the list any more: nobody changes what they do not see there. What was joined
 * with another item is that one. The same object where nothing has left.
 * @param {Selection} selection
 * @param {Items} items
 * @param {(id: string) => string} [idOf] what an item that is gone was joined with
 * @returns {Selection}
 */
export function within(selection, items, idOf = (id) => id) {
  const isHere = (/** @type {string|null} */ id) => id !== null && items.indexOf(id) >= 0;
  const now = (/** @type {string} */ id) => (isHere(id) ? id : idOf(id));
  const { ids, base, anchor, end } = selection;
  if ([...ids].every(isHere) && (isHere(anchor) || anchor === null)) return selection;
  const left = new Set([...ids].map(now).filter(isHere));
  const isAnchored = isHere(anchor);
  return endedOr({
    ...selection,
    ids: left,
    base: isAnchored ? new Set([...base].map(now).filter(isHere)) : left,
    anchor: isAnchored ? anchor : null,
    end: isHere(end) ? end : null,
  });
}

/**
 * Of a selection that has ended nothing stays: the next one begins where the person does.
 * @param {Selection} selection
 * @returns {Selection}
 */
function endedOr(selection) {
  return isOn(selection) ? selection : nothing;
}
