/**
 * Undo and redo in a box whose words do not only come and go by typing. Browsers keep the steps that were
 * typed before, and Chromium puts them into whatever stands there now: the words of one book into the
 * review of the next, a tag twice into its empty field. So nothing is taken back, and nothing done again,
 * of what was typed before.
 */

/** @typedef {HTMLTextAreaElement|HTMLInputElement} Box */

/** @type {WeakMap<Box, {floor: string, undone: number}>} what was put there last; steps taken back since */
const known = new WeakMap();

/**
 * Forgets what was typed into a box, for other words stand in it now.
 * @param {Box} box
 */
export function beginUndoAnew(box) {
  const isFirst = !known.has(box);
  known.set(box, { floor: box.value, undone: 0 });
  if (!isFirst) return;
  box.addEventListener("beforeinput", (event) => {
    const { floor, undone } = stepsOf(box);
    const { inputType } = /** @type {InputEvent} */ (event);
    const isUndo = inputType === "historyUndo";
    const isRedo = inputType === "historyRedo";
    if ((isUndo && box.value === floor) || (isRedo && undone === 0)) event.preventDefault();
  });
  box.addEventListener("input", (event) => {
    const steps = stepsOf(box);
    const { inputType } = /** @type {InputEvent} */ (event);
    if (inputType === "historyUndo") steps.undone += 1;
    else if (inputType === "historyRedo") steps.undone -= 1;
    else steps.undone = 0;
  });
}

/** @param {Box} box */
const stepsOf = (box) => /** @type {{floor: string, undone: number}} */ (known.get(box));
