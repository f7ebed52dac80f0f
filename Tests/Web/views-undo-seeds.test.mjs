import assert from "node:assert/strict";
import { test } from "node:test";
import english from "./support/english.mjs";
import { fromTo, seeded, seedsOf } from "./support/random.mjs";
import { SharedLibrary } from "./support/shared-library.mjs";
import { createMessages } from "../../Web/messages/messages.js";
import { createBulkDeeds } from "../../Web/views/bulk-deeds.js";
import { createDeeds } from "../../Web/views/deeds.js";

const messages = createMessages("en", english);
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A window in which somebody does what the seed says, while another device may write. */
class Play {
  library = new SharedLibrary();
  told = [];
  #random;
  #fresh = 0;

  constructor(seed) {
    this.#random = seeded(seed);
    const [library, random] = [this.library, this.#random];
    const readings = (book) => library.list("reading").filter(({ fields }) => fields.book === book);
    const books = { readings, openReading: (book) => readings(book)[0], ownShelves: () => library.list("shelf") };
    const notify = (words) => {
      this.told.push(words);
      return () => {};
    };
    const parts = { library, messages, notify, books, now: () => 1, today: () => "2026-01-01" };
    this.deeds = createDeeds({ ...parts, newId: () => this.#new(), random: () => random.below(2 ** 30) });
    this.bulk = createBulkDeeds({ books, deeds: this.deeds, messages, notify });
    for (const id of ["a", "b", "c"]) library.come({ e: "book", id, create: true, set: { title: id } });
  }

  #new() {
    this.#fresh += 1;
    return `n${this.#fresh}`;
  }

  async act() {
    const { deeds, bulk, library } = this;
    const random = this.#random;
    const [list, word] = [library.list("book"), this.#new()];
    const [book, some] = [random.pick(list), list.filter(() => random.chance(0.5))];
    const acts = [
      () => deeds.create({ set: { title: word } }),
      () => deeds.create({ set: { title: word } }),
      () => deeds.status(book, random.pick(["read", "paused", null])),
      () => deeds.addTags(book, [word]),
      () => deeds.set(book, { note: word }),
      () => deeds.addNote(book, "quote", word),
      () => deeds.progress(book, { unit: "page", value: 1, total: 9, fraction: 0.1 }, null),
      () => deeds.finish(book),
      () => deeds.shelve(book, random.pick(["A", "B"]), library.list("shelf")),
      () => bulk.status(some, "paused"),
      () => bulk.tag(some, [word, "x"]),
      () => bulk.shelve(some, random.pick(["A", "B"])),
      () => bulk.delete(some.slice(1, 2)),
    ];
    random.pick(acts)();
    await settled();
  }

  /** The other device writes something of its own. @returns {{e: string, id: string}} where */
  write() {
    const [random, word] = [this.#random, this.#new()];
    const book = random.pick(this.library.list("book"));
    const reading = random.pick(this.library.list("reading"));
    const change = random.pick([
      { e: "book", id: book.id, set: { publisher: word } },
      { e: "note", id: word, create: true, set: { book: book.id, text: word } },
      ...(reading ? [{ e: "progress", id: `${reading.id}~phone`, set: { value: 1 } }] : []),
    ]);
    this.library.come(change);
    return change;
  }

  async undo(count, how = "undo") {
    for (let deed = 0; deed < count; deed += 1) {
      this.deeds[how]();
      await settled();
    }
  }

  /** Whether something is there, and what it belongs to. */
  isInSight(kind, id) {
    const entity = this.library.get(kind, id);
    if (!entity || entity.deleted) return false;
    if (kind === "progress") return this.isInSight("reading", id.split("~")[0]);
    return kind === "book" || this.isInSight("book", entity.fields.book);
  }
}

test("all that was done alone is taken back, and all done again", async () => {
  for (const seed of seedsOf(fromTo(1, 150))) {
    const play = new Play(seed);
    const before = play.library.shown();
    for (let step = 0; step < 6; step += 1) await play.act();
    const after = play.library.shown();
    await play.undo(10);
    assert.deepEqual(play.library.shown(), before, `seed ${seed}`);
    await play.undo(10, "redo");
    assert.deepEqual(play.library.shown(), after, `seed ${seed}`);
    assert.ok(!play.told.some((words) => / since/.test(words)), `seed ${seed}`);
  }
});

test("what another device wrote is in sight after all is taken back", async () => {
  for (const seed of seedsOf(fromTo(1, 150))) {
    const play = new Play(seed);
    const written = [];
    for (let step = 0; step < 4; step += 1) {
      await play.act();
      await play.act();
      written.push(play.write());
    }
    const seen = written.filter(({ e, id }) => play.isInSight(e, id));
    await play.undo(12);
    for (const { e, id } of seen) assert.ok(play.isInSight(e, id), `seed ${seed}: ${e}/${id}`);
  }
});
