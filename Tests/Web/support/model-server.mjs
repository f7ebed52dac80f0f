import { mergeText } from "../../../Web/library/text-merge.js";
import { decodeClientMessage } from "./client-messages.mjs";
import { CloseCode } from "../../../Web/wire/limits.js";

/**
 * A tiny server of protocol `dogear.v1`: one library, in memory, where the last write in sequence
 * wins, save that notes are merged by words over the text that their author had seen. It orders,
 * refuses, dedupes, backs up and restores as SYNC §3 says, and merges as simply as can be: clients
 * must converge whatever the merge.
 */
export class ModelServer {
  /** Everything that a backup holds. */
  state = {
    head: 0,
    /** @type {{id: string, device: string, keys: string[]}[]} op by sequence − 1 */
    log: [],
    /** entities by key: `{kind, id, seq, at, by, deleted, fields: {f: {value, seq}}, sets: {f: {el: {value, seq, in}}}}` */
    entities: {},
    /** last n by `device/incarnation`, with the op that had it */
    recorded: {},
    /** what became of an op, by id */
    fates: {},
    /** what every note was: by `key/field`, `{seq, line, n, value}` in order */
    texts: {},
    /** the epochs that this database descends from, with the head up to which each is its own */
    restores: [],
  };
  epoch = "epoch-1";
  watermark = 0;
  /** @type {Set<ModelConnection>} */
  connections = new Set();
  /** Texts that others were put over, having too little in common with them. */
  unmerged = [];
  #epochs = 1;
  #backup = structuredClone(this.state);
  #backupEpoch = this.epoch;
  /** Whether devices are let in. */
  isPaired = true;
  pageRows;
  library;
  /** What is done with messages about windows, of which this server itself knows nothing. */
  heardOfWindow = (_message, _send) => {};

  /** @param {{pageRows?: number, library?: string}} [options] */
  constructor({ pageRows = 3, library = "lib" } = {}) {
    this.pageRows = pageRows;
    this.library = library;
  }

  /** @param {string} device @param {(message: any) => void} send @param {(code: number) => void} close */
  connect(device, send, close) {
    const connection = new ModelConnection(this, device, send, close);
    this.connections.add(connection);
    return connection;
  }

  backUp() {
    this.#backup = structuredClone(this.state);
    this.#backupEpoch = this.epoch;
    this.watermark = this.state.head;
  }

  /** Goes back to the last backup, as another epoch; all connections are gone. */
  restore() {
    const former = this.epoch;
    this.state = structuredClone(this.#backup);
    this.state.restores.push({ epoch: this.#backupEpoch, head: this.state.head });
    if (former !== this.#backupEpoch) this.state.restores.push({ epoch: former, head: 0 });
    this.#epochs += 1;
    this.epoch = `epoch-${this.#epochs}`;
    this.crash();
  }

  crash() {
    for (const connection of [...this.connections]) connection.end();
  }

  /** Takes the ops of a push in one commit. @returns {{n: number, outcome: string, seq?: number}[]} */
  commit(device, incarnation, ops, now) {
    const from = this.state.head;
    const line = `${device}/${incarnation}`;
    const results = ops.map((op) => {
      const known = this.state.fates[op.op];
      const last = this.state.recorded[line]?.n ?? 0;
      if (known) {
        if (op.n === last + 1) this.state.recorded[line] = { n: op.n, op: op.op };
        return { n: op.n, ...(known.outcome === "refused" ? known : { seq: known.seq, outcome: "duplicate" }) };
      }
      if (op.n !== last + 1) {
        const problem = { code: "outOfOrder", message: `n ${last + 1} was expected.` };
        return { n: op.n, outcome: "refused", problem };
      }
      this.state.recorded[line] = { n: op.n, op: op.op };
      const fate = this.#apply(op, device, line, now);
      this.state.fates[op.op] = fate;
      return { n: op.n, ...fate };
    });
    const to = this.state.head;
    if (to > from) {
      const message = { t: "changes", from, to, rows: this.rows(from, to) };
      for (const connection of this.connections) connection.live(message);
    }
    return results;
  }

  /** The last sequence of this library that the author of an op can have seen (SYNC §3, Resume). */
  #seen({ base, epoch }) {
    if (epoch === undefined || epoch === this.epoch) return Math.min(base, this.state.head);
    const place = this.state.restores.findIndex((restore) => restore.epoch === epoch);
    const heads = place < 0 ? [0] : this.state.restores.slice(place).map((restore) => restore.head);
    return Math.min(base, ...heads);
  }

  /** A note as it is to be: what its author made of what they had seen, over what it is now. */
  #note(key, ours, op, line, seen) {
    const past = (this.state.texts[key] ??= []);
    const isSeen = (text) => text.seq <= seen || (text.line === line && text.n < op.n);
    const base = past.findLast(isSeen)?.written ?? "";
    const theirs = past.at(-1)?.value ?? "";
    const merged = mergeText(base, theirs, ours);
    if (merged === null) this.unmerged.push(theirs);
    const value = merged ?? ours;
    past.push({ seq: this.state.head, line, n: op.n, value, written: ours });
    return value;
  }

  #apply(op, device, line, now) {
    if (op.do.some((change) => change.set?.title === "forbidden")) {
      return { outcome: "refused", problem: { code: "invalid", message: "Not this title." } };
    }
    const seen = this.#seen(op);
    this.state.head += 1;
    const seq = this.state.head;
    this.state.log.push({ id: op.op, device, keys: op.do.map(({ e, id }) => `${e}/${id}`) });
    for (const change of op.do) {
      const key = `${change.e}/${change.id}`;
      const blank = { kind: change.e, id: change.id, deleted: { value: false, seq: 0 }, fields: {}, sets: {} };
      const entity = (this.state.entities[key] ??= blank);
      Object.assign(entity, { seq, at: now, by: device });
      if (change.delete || change.restore) entity.deleted = { value: !!change.delete, seq };
      for (const [field, value] of Object.entries(change.set ?? {})) {
        const isNote = field === "note" && typeof value === "string";
        const merged = isNote ? this.#note(`${key}/${field}`, value, op, line, seen) : value;
        entity.fields[field] = { value: merged, seq };
      }
      for (const [field, elements] of Object.entries(change.add ?? {})) {
        const set = (entity.sets[field] ??= {});
        for (const [element, value] of Object.entries(elements)) set[element] = { value, seq, in: true };
      }
      for (const [field, elements] of Object.entries(change.del ?? {})) {
        const set = (entity.sets[field] ??= {});
        for (const element of elements) set[element] = { value: null, seq, in: false };
      }
    }
    return { outcome: "applied", seq };
  }

  /** The rows of everything touched in (from, to], with current values. */
  rows(from, to) {
    const keys = new Set(this.state.log.slice(from, to).flatMap((entry) => entry.keys));
    return [...keys].map((key) => rowOf(this.state.entities[key], from));
  }

  page(since, limit) {
    const to = Math.min(this.state.head, since + Math.min(limit, this.pageRows));
    const { head } = this.state;
    return { t: "page", from: since, to, head, rows: this.rows(since, to), more: to < head };
  }

  /** The library as every view of it must be in the end: `{key: {deleted, fields}}`. */
  snapshot() {
    return Object.fromEntries(
      Object.entries(this.state.entities).map(([key, { deleted, fields, sets }]) => {
        const shown = Object.entries(fields).map(([field, { value }]) => [field, value]);
        for (const [field, elements] of Object.entries(sets)) {
          const present = Object.entries(elements).filter(([, element]) => element.in);
          if (present.length === 0) continue;
          shown.push([field, Object.fromEntries(present.map(([name, { value }]) => [name, value]))]);
        }
        return [key, { deleted: deleted.value, fields: Object.fromEntries(shown) }];
      }),
    );
  }
}

function rowOf(entity, since) {
  const { kind: e, id, seq, at, by, deleted, fields, sets } = entity;
  const row = { e, id, seq, at, by };
  if (deleted.seq > since) row.deleted = deleted.value;
  for (const [field, { value, seq: written }] of Object.entries(fields)) {
    if (written > since) (row.set ??= {})[field] = value;
  }
  for (const [field, elements] of Object.entries(sets)) {
    for (const [element, { value, seq: written, in: isIn }] of Object.entries(elements)) {
      if (written <= since) continue;
      if (isIn) ((row.add ??= {})[field] ??= {})[element] = value;
      else ((row.del ??= {})[field] ??= []).push(element);
    }
  }
  return row;
}

class ModelConnection {
  #server;
  #device;
  #send;
  #close;
  #incarnation = null;
  #isOpen = true;

  constructor(server, device, send, close) {
    this.#server = server;
    this.#device = device;
    this.#send = send;
    this.#close = close;
  }

  end(code = 1006) {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#server.connections.delete(this);
    this.#close(code);
  }

  live(message) {
    if (this.#incarnation !== null) this.#send(message);
  }

  /** @param {any} value a client's message */
  receive(value, now) {
    if (!this.#isOpen) return;
    const message = decodeClientMessage(JSON.stringify(value));
    const server = this.#server;
    if (message.t === "hello") return this.#greet(message, now);
    if (this.#incarnation === null) return this.end(CloseCode.malformed);
    switch (message.t) {
      case "pull":
        return this.#send(server.page(message.since, message.limit));
      case "push": {
        const results = server.commit(this.#device, this.#incarnation, message.ops, now);
        const through = server.state.recorded[`${this.#device}/${this.#incarnation}`]?.n ?? 0;
        return this.#send({ t: "ack", batch: message.batch, through, head: server.state.head, results });
      }
      case "ping":
        return this.#send({ t: "pong", at: message.at });
      default:
        return server.heardOfWindow(message, this.#send);
    }
  }

  #greet({ device: { incarnation }, epoch, cursor, sent }, now) {
    if (!this.#server.isPaired) return this.end(CloseCode.notPaired);
    const { state, epoch: own, watermark } = this.#server;
    const recorded = state.recorded[`${this.#device}/${incarnation}`];
    let resume = "ok";
    if ((epoch !== undefined && epoch !== own) || cursor > state.head) resume = "reset";
    else if (sent && (!recorded || recorded.n < sent.n || (recorded.n === sent.n && recorded.op !== sent.op))) {
      resume = "fork";
    }
    this.#incarnation = incarnation;
    this.#send({
      t: "welcome",
      protocol: 1,
      session: "s",
      account: "a",
      library: { id: this.#server.library, name: "Books", epoch: own, head: state.head, watermark },
      device: { id: this.#device, name: this.#device, n: recorded?.n ?? 0 },
      clock: now,
      resume,
    });
  }
}
