import { applyOperation } from "../../../Web/library/apply.js";

/** A library of which two devices see every edit at once: that of this window, and another. */
export class SharedLibrary {
  device = { id: "me", name: "" };
  #entities = new Map();
  #seq = 0;

  get(kind, id) {
    return this.#entities.get(`${kind}/${id}`);
  }

  list(kind) {
    return [...this.#entities.values()].filter((entity) => entity.kind === kind && !entity.deleted);
  }

  async edit(changes) {
    this.write(changes, this.device.id);
  }

  /** What the other device does. */
  come(...changes) {
    this.write(changes, "phone");
  }

  write(changes, by) {
    this.#seq += 1;
    const operation = { base: Infinity, at: this.#seq, do: changes };
    for (const key of new Set(changes.map(({ e, id }) => `${e}/${id}`))) {
      const [kind, id] = key.split("/");
      const entity = applyOperation(this.#entities.get(key), { kind, id }, operation, by);
      if (entity) this.#entities.set(key, { ...entity, seq: this.#seq });
    }
  }

  /** What a person sees of it: what lives, and what it says. */
  shown() {
    const living = [...this.#entities.values()].filter(({ deleted }) => !deleted);
    return Object.fromEntries(living.map(({ kind, id, fields }) => {
      const said = Object.entries(fields).filter(([, value]) => value !== null).sort();
      return [`${kind}/${id}`, Object.fromEntries(said)];
    }).sort());
  }
}
