import { applyRow, entityKey } from "./entity.js";
import { pageHalvingsMax, stagedRowCountMax } from "./limits.js";

/**
 * @typedef {import("./batch.js").Batch} Batch
 * @typedef {import("../wire/rows.js").Row} Row
 * @typedef {import("./entity.js").Entity} Entity
 */

/**
 * How the replica comes to the library's head (SYNC §3): pages while it is behind, live changes
 * when it is not. During the first sync every page shows as it comes; later, and after a reset,
 * nothing shows until the whole way is there, so that no half op is ever visible.
 *
 * It holds no entities. Each method returns the batch that moves the replica on, or null.
 */
export class CatchUp {
  #ledger;
  /**
   * Where the pull on its way starts, or null.
   * @type {number|null}
   */
  #pulling = null;
  #halvings = 0;
  /**
   * Rows held back until they are complete.
   * @type {{epoch: string, to: number, isReset: boolean, rows: Row[]}|null}
   */
  #staged = null;
  /**
   * The head when the first sync began, if that was in this life of ours.
   * @type {number|null}
   */
  #firstHead = null;
  #epoch = "";
  #head = 0;

  /** @param {import("./ledger.js").Ledger} ledger */
  constructor(ledger) {
    this.#ledger = ledger;
  }

  /** The epoch of the connection. */
  get epoch() {
    return this.#epoch;
  }

  /** The last sequence that the server is known to have. */
  get head() {
    return this.#head;
  }

  /** Whether the server is known to be further than this replica. */
  get isBehind() {
    const { cursor, complete } = this.#ledger.checkpoint;
    return this.isResetting || cursor < this.#head || !complete;
  }

  /** Whether the library is being pulled anew, because the server was restored. */
  get isResetting() {
    return this.#staged?.isReset ?? false;
  }

  /**
   * A connection begins.
   * @param {{epoch: string, head: number}} library
   * @param {boolean} isReset whether everything is pulled anew
   */
  begin({ epoch, head }, isReset) {
    this.#epoch = epoch;
    this.#head = head;
    this.#pulling = null;
    if (isReset) this.#firstHead = null;
    if (this.#staged?.epoch !== epoch || this.#staged.isReset !== isReset) this.#staged = null;
    if (isReset) this.#staged ??= { epoch, to: 0, isReset, rows: [] };
  }

  /** The connection has ended; what was staged goes on with the next. */
  end() {
    this.#pulling = null;
  }

  /**
   * The server has come as far as `head`.
   * @param {number} head
   */
  learn(head) {
    this.#head = Math.max(this.#head, head);
  }

  /** Where to pull from now, or null when nothing is missing or a pull is on its way. */
  nextPull() {
    if (this.#pulling !== null || !this.isBehind) return null;
    this.#pulling = this.#staged?.to ?? this.#ledger.checkpoint.cursor;
    return this.#pulling;
  }

  /** No answer came in time. If it was a page, a slow line may bring half of it. */
  late() {
    if (this.#pulling !== null) this.#halvings = Math.min(this.#halvings + 1, pageHalvingsMax);
  }

  /**
   * How many rows to ask for, of those that the server would give.
   * @param {number} pageRows
   */
  rowsOf(pageRows) {
    return pageRows >> this.#halvings || 1;
  }

  /**
   * Whether a page is one we have not asked for.
   * @param {{from: number}} page
   */
  isStray({ from }) {
    return from !== this.#pulling;
  }

  /**
   * A page has come.
   * @param {{from: number, to: number, head: number, rows: Row[]}} page
   * @returns {Batch|null}
   */
  page({ from, to, head, rows }) {
    this.#pulling = null;
    this.learn(head);
    const isLast = to >= head;
    if (isLast) this.#halvings = 0;
    if (!this.isResetting && !this.#ledger.checkpoint.complete) {
      if (from === 0) this.#firstHead = head;
      return this.#advance(rows, to, isLast);
    }
    const staged = (this.#staged ??= { epoch: this.#epoch, to, isReset: false, rows: [] });
    staged.to = to;
    for (const row of rows) staged.rows.push(row);
    const isFull = staged.rows.length > stagedRowCountMax && !staged.isReset;
    if (!isLast && !isFull) return null;
    this.#staged = null;
    const batch = this.#advance(staged.rows, to, true, !staged.isReset);
    return staged.isReset ? { ...batch, replace: true } : batch;
  }

  /**
   * What the author of an edit made now has seen.
   *
   * That is the cursor, save during the first sync: a page tells entities as they are, and so some
   * that are newer than where it ends. Everything that shows is at least as new as `#firstHead`.
   * Whoever creates a book may have missed its twin on a page to come.
   * @param {import("../wire/rows.js").Change[]} changes
   */
  baseOf(changes) {
    const { checkpoint, view } = this.#ledger;
    const { cursor, complete } = checkpoint;
    if (this.#firstHead === null || complete) return cursor;
    if (changes.some((change) => change.create && change.e === "book")) return cursor;
    const seqs = changes.map(({ e, id }) => view.confirmed(entityKey(e, id))?.seq ?? 0);
    return Math.max(cursor, Math.min(Math.max(0, ...seqs), this.#firstHead));
  }

  /**
   * Live changes have come. Those that leave a gap, or come while pages do, only tell the head.
   * @param {{from: number, to: number, rows: Row[]}} changes
   * @returns {Batch|null}
   */
  changes({ from, to, rows }) {
    this.learn(to);
    const { cursor, complete } = this.#ledger.checkpoint;
    if (this.#pulling !== null || this.#staged || !complete) return null;
    if (from > cursor || to <= cursor) return null;
    return this.#advance(rows, to, true);
  }

  /**
   * @param {Row[]} rows
   * @param {number} to
   * @param {boolean} complete
   * @param {boolean} [isOnTop] whether the rows add to what is confirmed already
   * @returns {Batch}
   */
  #advance(rows, to, complete, isOnTop = true) {
    const before = (/** @type {string} */ key) =>
      isOnTop ? this.#ledger.view.confirmed(key) : undefined;
    /** @type {Map<string, Entity>} */
    const entities = new Map();
    for (const row of rows) {
      const key = entityKey(row.e, row.id);
      entities.set(key, applyRow(entities.get(key) ?? before(key), row));
    }
    return {
      checkpoint: { ...this.#ledger.checkpoint, epoch: this.#epoch, cursor: to, complete },
      entities: [...entities.values()],
    };
  }
}
