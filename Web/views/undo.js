import { canonical } from "../library/canonical.js";
import { inverseOf, undoing } from "../library/inverse.js";
import { undoMax } from "./limits.js";
import { fieldWords } from "./value-words.js";

/** @typedef {import("./context.js").Change} Change */
/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Library} Library */
/** @typedef {import("./context.js").Making} Making */
/** @typedef {import("../library/apply.js").Entity} Entity */
/** @typedef {import("../library/inverse.js").Inverse} Inverse */
/** @typedef {import("../library/inverse.js").Trace} Trace */
/**
 * One operation as it can be taken back. The conflicts that it closed are opened again, and the reverse.
 * @typedef {{inverse: Inverse, conflicts: Change[]}} Done
 */
/**
 * What a person did at once, however many operations it took, and what to call it. `edits` has the last
 * operation first, and those only that could be kept; `turn` counts the deeds begun in this window;
 * `unsay` takes away the word about it, which offers its undo.
 * @typedef {{words: string, edits: Done[], turn: number, unsay?: () => void}} Deed
 */

/**
 * What was done in this window, and the way back: each deed can be undone, and done again, by an
 * ordinary edit, which says what it undid. What others wrote since stays; where that means that
 * something cannot be undone, it is said.
 * @param {{
 *   library: Library,
 *   messages: Context["messages"],
 *   notify: Context["notify"],
 *   fail: (error: unknown) => void,
 * }} parts
 */
export function createUndo({ library, messages, notify, fail }) {
  const { t } = messages;
  /** @type {Deed[]} */
  let done = [];
  /** @type {Deed[]} */
  let undone = [];
  /** What this device is still keeping. Whoever is quick takes back what they see, not what was before. */
  let busy = Promise.resolve();
  let turn = 0;
  /** @param {string} kind @param {string} id @returns {any} an entity, with its sequence */
  const lookup = (kind, id) => library.get(kind, id);

  /**
   * Does something now; taking anything back waits for it.
   * @template T @param {() => Promise<T>} work @returns {Promise<T>}
   */
  function atOnce(work) {
    const working = work();
    busy = Promise.allSettled([busy, working]).then(() => undefined);
    return working;
  }

  /**
   * Does something once all that was begun before is kept.
   * @param {() => Promise<void>} work @returns {Promise<void>}
   */
  const inTurn = (work) => (busy = busy.then(work).catch(fail));

  /**
   * Begins all operations of a deed now, in their order, and notes how to take each back. So they show
   * and go to the disk together, and what is done next is done on top of all of them.
   * @param {Change[][]} lists one for each operation
   * @param {{words: string, turn: number}} named
   * @param {(error: unknown) => void} [failed] hears of the first failure instead of everybody
   * @param {Making} [made] what its author saw, where that is not what shows now
   * @returns {{deed: Deed, settled: Promise<unknown>}} `settled` once the deed has what was kept, and
   *   nothing else
   */
  function begin(lists, named, failed = fail, made = undefined) {
    /** @type {Deed} */
    const deed = { ...named, edits: [] };
    let isTold = false;
    const keeping = lists.map(async (changes) => {
      const edit = doneBy(changes, made);
      deed.edits.unshift(edit);
      try {
        await library.edit(changes, made);
      } catch (error) {
        deed.edits = deed.edits.filter((other) => other !== edit);
        if (!isTold) failed(error);
        isTold = true;
      }
    });
    return { deed, settled: Promise.all(keeping) };
  }

  /**
   * What is noted of an operation just before it is begun.
   * @param {Change[]} changes
   * @param {Making|undefined} made
   * @returns {Done}
   */
  function doneBy(changes, made) {
    const inverse = inverseOf(changes, (kind, id) => asSeen(made, lookup(kind, id)));
    return { inverse, conflicts: changes.filter(({ e }) => e === "conflict") };
  }

  /**
   * The operations that take a deed back as things are now, and what has to stay as it is.
   * @param {Deed} deed
   */
  function planOf({ edits }) {
    /** @type {Set<string>} */
    const left = new Set();
    const named = new Set(edits.flatMap(({ inverse }) => inverse.map(({ id }) => id)));
    /** @type {Set<string>|undefined} */
    let used;
    /**
     * Whether what a deed made, or brought back, is no longer its own alone: it says something else than the
     * deed left in it, whoever wrote last, or something belongs to it since it was made that the deed did
     * not name.
     * @param {Trace} trace
     */
    const isWorkedOn = ({ kind, id, before, after }) =>
      (!before && (used ??= usedIn(library, named)).has(id)) ||
      Object.entries(lookup(kind, id).fields).some(([field, value]) =>
        canonical(value) !== canonical(after?.fields[field] ?? null));
    const lists = edits.map(({ inverse, conflicts }) => {
      const plan = undoing(inverse, lookup);
      for (const { field } of plan.left) left.add(field ?? "");
      const kept = plan.do.filter((change) => {
        const trace = change.delete && inverse.find(({ kind, id }) => kind === change.e && id === change.id);
        // Once more stands in it, what we made is not ours alone to take away.
        const isLeft = trace && isWorkedOn(trace);
        if (!isLeft) return true;
        left.add("");
        // A progress that stays needs its read-through.
        (used ??= usedIn(library, named)).add(change.id.split("~")[0]);
        return false;
      });
      return [...kept, ...conflicts.flatMap(turned)];
    });
    return { lists: lists.filter((changes) => changes.length > 0), left: [...left] };
  }

  /** @param {Change} conflict closed or opened @returns {Change[]} */
  const turned = ({ e, id, delete: isClosed = false }) =>
    library.get(e, id)?.deleted !== isClosed ? [] : [{ e, id, [isClosed ? "restore" : "delete"]: true }];

  /**
   * Takes a deed back, whether it was done or undone before.
   * @param {Deed} deed
   * @param {"undo"|"redo"} how
   * @param {number} asked after how many deeds
   * @returns {Promise<Deed|null>} what was done for that
   */
  async function reverse(deed, how, asked) {
    const { words } = deed;
    const { lists, left } = planOf(deed);
    const kept = left.map((field) => (field === "" ? words : fieldWords(field, messages)));
    if (lists.length === 0) {
      notify(t(left.length > 0 ? "undo.theirs" : "undo.nothing", { deed: words }), { name: "notice.undo" });
      return null;
    }
    const { deed: reversal, settled } = begin(lists, { words, turn: asked });
    await settled;
    if (reversal.edits.length === 0) return null;
    // Of what was not kept everybody has heard.
    if (reversal.edits.length < lists.length) return reversal;
    const sentence = left.length > 0
      ? t("undo.partly", { deed: words, kept: messages.list(kept) })
      : t(`${how}.done`, { deed: words });
    notify(sentence, {
      action: t(how === "undo" ? "redo" : "undo"),
      act: () => void (how === "undo" ? redo() : undo()),
      name: "notice.undo",
    });
    return reversal;
  }

  /**
   * Takes back the deed given, else the last one. What is begun while this waits is not meant.
   * @param {Deed} [deed]
   */
  function undo(deed) {
    const asked = turn;
    const last = () => done.filter((each) => each.turn <= asked).pop();
    return inTurn(() => takeBack(deed ?? last(), asked));
  }

  function redo() {
    const asked = turn;
    return inTurn(() => doAgain(asked));
  }

  /**
   * @param {Deed|undefined} deed
   * @param {number} asked after how many deeds
   */
  async function takeBack(deed, asked) {
    if (!deed || !done.includes(deed)) return void notify(t("undo.none"), { name: "notice.undo" });
    done = done.filter((other) => other !== deed);
    deed.unsay?.();
    const reversal = await reverse(deed, "undo", asked);
    if (reversal) undone = [...undone, reversal].slice(-undoMax);
  }

  /** @param {number} asked after how many deeds */
  async function doAgain(asked) {
    const deed = undone.at(-1);
    if (!deed) return void notify(t("redo.none"), { name: "notice.undo" });
    undone = undone.filter((other) => other !== deed);
    const again = await reverse(deed, "redo", asked);
    if (again) done = [...done, again].slice(-undoMax);
  }

  return {
    undo,
    redo,

    /**
     * Does something that can be undone. What was undone before can then not be done again.
     * @param {Change[][]} lists
     * @param {string} words what it is, as "Undone: …" goes on
     * @param {(error: unknown) => void} [failed] hears of a failure instead of everybody
     * @param {Making} [made] what its author saw, where that is not what shows now
     * @returns {Promise<Deed|null>} null when this device could keep nothing of it; what it could keep
     *   in part has fewer edits than lists
     */
    perform(lists, words, failed, made) {
      return atOnce(async () => {
        turn += 1;
        const { deed, settled } = begin(lists, { words, turn }, failed, made);
        const isLasting = deed.edits.some(({ inverse, conflicts }) => inverse.length + conflicts.length > 0);
        // At its beginning: what is begun after it is taken back before it.
        if (isLasting) done = [...done, deed].slice(-undoMax);
        await settled;
        if (deed.edits.length === 0) {
          done = done.filter((other) => other !== deed);
          return null;
        }
        undone = [];
        return deed;
      });
    },
  };
}

/**
 * What anything belongs to that is not `named`: the whole library is gone through for it.
 * @param {Library} library
 * @param {ReadonlySet<string>} named
 */
const usedIn = (library, named) => new Set(["book", "reading", "progress", "note", "loan"]
  .flatMap((kind) => library.list(kind)).flatMap(({ id, fields: { book, shelves = {} } }) =>
    named.has(id) ? [] : [book, id.split("~")[0], ...Object.keys(shelves)]));

/**
 * An entity with its texts as the author of an edit saw them: what came since is theirs who wrote it.
 * @param {Making|undefined} made
 * @param {Entity|undefined} entity
 */
function asSeen(made, entity) {
  const texts = entity && made?.was?.[`${entity.kind}/${entity.id}`];
  return texts ? { ...entity, fields: { ...entity.fields, ...texts } } : entity;
}
