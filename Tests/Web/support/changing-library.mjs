import { freshCheckpoint } from "../../../Web/replica/batch.js";
import { applyOperation } from "../../../Web/library/apply.js";
import { Line } from "../../../Web/transport/line.js";
import { LibraryView } from "../../../Web/replica/view.js";

/** The library as a window has it, over the real view of what is confirmed; it changes at once. */
export class ChangingLibrary {
  device = { id: "me", name: "Laptop" };
  names = { learn() {}, look() {} };
  glimpse = null;
  whole = Promise.resolve();
  hasRemains = false;
  clockOffset = 0;
  line = new Line(() => {});
  epoch = "e";
  #view = new LibraryView({ checkpoint: freshCheckpoint("i"), entities: [], ops: [] });
  #listeners = new Set();
  #seq = 1;

  get cursor() {
    return this.#seq;
  }

  get = (kind, id) => this.#view.get(kind, id);
  resolve = (kind, id) => this.#view.resolve(kind, id);
  list = (kind) => this.#view.list(kind);
  trash = () => this.#view.trash();
  deviceName = (id) => ({ me: "Laptop", phone: "Phone" })[id];
  status = () => ({ state: "saved", waiting: 0, problems: 0 });
  subscribeStatus = () => () => {};
  problems = () => [];
  history = async () => ({ state: "unreachable" });
  discard() {}
  unsent = () => null;
  elsewhere = async () => [];
  noteBeside() {}
  making = () => ({ base: this.#seq });

  subscribe(listener) {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** What this window does; made on what it shows, or on what it showed before. */
  async edit(changes, making) {
    this.#write(changes, this.device.id, making?.base ?? this.#seq);
    return `op-${this.#seq}`;
  }

  /** What the other device does. */
  come(...changes) {
    this.#write(changes, "phone", this.#seq);
  }

  #write(changes, by, base) {
    this.#seq += 1;
    // What is done to a book that stands for another is done to that one.
    const own = changes.map((change) =>
      ({ ...change, id: this.resolve(change.e, change.id)?.id ?? change.id }));
    const keys = new Set(own.map(({ e, id }) => `${e}/${id}`));
    const entities = [...keys].flatMap((key) => {
      const [kind, id] = key.split("/");
      const { purged, ...known } = this.get(kind, id) ?? {};
      // What was written before it went for good brings back what the server still has of it.
      const before = known.kind && (purged && base < known.seq ? known : this.get(kind, id));
      const entity = applyOperation(before, { kind, id }, { base, at: this.#seq, do: own }, by);
      return entity ? { ...entity, seq: this.#seq } : [];
    });
    this.#apply({ entities: entities }, by !== this.device.id);
  }

  /** The server found that a book is another one, which has been here longer. */
  alias(id, target) {
    this.#seq += 1;
    const [book, other] = [this.get("book", id), this.get("book", target)];
    const fields = { ...other.fields, tags: { ...book.fields.tags, ...other.fields.tags } };
    this.#apply({ entities: [
      { ...book, alias: target, seq: this.#seq, by: "phone" }, { ...other, fields, seq: this.#seq, by: "phone" },
    ] }, true);
  }

  /** Trash was kept for as long as it is. */
  purge(kind, id) {
    this.#seq += 1;
    const { alias, ...entity } = this.get(kind, id);
    this.#apply({ entities: [{ ...entity, deleted: true, purged: true, fields: {}, seq: this.#seq }] }, true);
  }

  /** The server came back from a backup, or with another history: these and no others are there. */
  welcome(isLeft) {
    this.#seq += 1;
    const entities = this.#view.entities.filter(isLeft);
    this.#apply({ entities, replace: true, checkpoint: freshCheckpoint("i") }, true);
  }

  #apply(batch, remote) {
    const keys = this.#view.apply(batch);
    for (const listener of [...this.#listeners]) listener({ keys, remote });
  }
}
