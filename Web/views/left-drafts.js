/**
 * This window among those of its browser. `isOpen` says whether the one of an id is, `knowsOthers`
 * whether the browser can tell; while one of them works `alone`, the others wait.
 * @typedef {{readonly id: string, knowsOthers: boolean, isOpen(id: string): Promise<boolean>,
 *   alone(work: () => Promise<void>): Promise<void>}} Windows
 */

/**
 * Gives a draft to `take`, which takes it at once, if no other window is at it: that of this window,
 * or of one that is no more. Of two windows that want it, one has it.
 * @template Item
 * @param {Windows} windows
 * @param {{get(name: string): Item|undefined}} stash
 * @param {string} name of the draft, which ends with the window that it was written in, if that is known
 * @param {(draft: Item) => void} take
 */
export function takeLeft({ id, isOpen, alone }, stash, name, take) {
  return alone(async () => {
    const writer = name.slice(name.lastIndexOf("/") + 1);
    // Its own is taken a turn later, too: who takes it stands in the page only then.
    if ((await isOpen(writer)) && writer !== id) return;
    const draft = stash.get(name);
    if (draft) take(draft);
  });
}
