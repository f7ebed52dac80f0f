import assert from "node:assert/strict";
import { test } from "node:test";
import { breath } from "../../Web/transport/breath.js";
import { viewOf } from "../../Web/transport/filling.js";
import { entitiesPerPiece } from "../../Web/transport/limits.js";
import { openLibrary } from "../../Web/transport/session.js";
import { FakeBrowser, quiet, until } from "./support/fake-browser.mjs";

const create = (id, title) => [{ e: "book", id, create: true, set: { title } }];
const titles = (library) => library.list("book").map((book) => book.fields.title).sort();

/** A browser that knows two books, and remembers what it showed of one of them. */
async function remembering() {
  const browser = new FakeBrowser();
  const first = await browser.open();
  await first.library.edit(create("b1", "Emma"));
  await first.library.edit(create("b2", "Dune"));
  await until(() => first.library.status().state === "saved");
  const glimpse = { entities: [first.library.get("book", "b1")] };
  while (!(await first.library.remember(glimpse))) await quiet();
  return { browser, first, glimpse };
}

/** Opens with what is remembered; `paint` lets the library be read. */
async function glimpsing(browser, begins = async () => true) {
  let paint = () => {};
  const painted = new Promise((resolve) => (paint = resolve));
  const tab = await browser.open({ glimpsing: { begins, painted } });
  return { tab, library: tab.library, paint };
}

test("a library opens with what was remembered of it, and is whole a moment later", async () => {
  const { browser, first, glimpse } = await remembering();
  first.kill();
  const { library, paint } = await glimpsing(browser);
  const changes = [];
  library.subscribe((change) => changes.push(change));
  assert.deepEqual([titles(library), library.glimpse], [["Emma"], glimpse]);
  assert.deepEqual(library.status(), { state: "starting", waiting: 0, problems: 0 });
  assert.equal(library.device.id, browser.device);
  await quiet();
  assert.deepEqual([titles(library), changes], [["Emma"], []]);
  paint();
  await library.whole;
  assert.deepEqual([titles(library), library.glimpse], [["Dune", "Emma"], null]);
  assert.deepEqual(changes[0], { keys: null, remote: true });
  await until(() => library.status().state === "saved");
});

test("a tab that another one leads opens with it as well, and hears of nothing before it is whole", async () => {
  const { browser, first } = await remembering();
  const { library, paint } = await glimpsing(browser);
  const changes = [];
  library.subscribe((change) => changes.push({ ...change, titles: titles(library) }));
  await first.library.edit([{ e: "book", id: "b2", set: { title: "Dune Messiah" } }]);
  assert.deepEqual([titles(library), changes], [["Emma"], []]);
  paint();
  await library.whole;
  await first.library.edit([{ e: "book", id: "b1", set: { title: "Persuasion" } }]);
  await until(() => titles(library).includes("Persuasion"));
  await until(() => titles(library).includes("Dune Messiah"));
  assert.equal(changes[0].keys, null);
  assert.ok(changes.every((change) => change.titles.length === 2));
});

test("an edit that is made before the library is whole waits for it", async () => {
  const { browser, first } = await remembering();
  first.kill();
  const { library, paint } = await glimpsing(browser);
  const editing = library.edit([{ e: "book", id: "b1", set: { title: "Emma again" } }]);
  await quiet();
  assert.deepEqual(titles(library), ["Emma"]);
  paint();
  await editing;
  assert.deepEqual(titles(library), ["Dune", "Emma again"]);
  await until(() => library.status().state === "saved");
});

test("what is not to be shown, or breaks who looks at it, is left alone", async () => {
  const { browser, first } = await remembering();
  first.kill();
  const refusing = await glimpsing(browser, async () => false);
  assert.deepEqual([titles(refusing.library), refusing.library.glimpse], [["Dune", "Emma"], null]);
  refusing.tab.kill();
  const failing = await glimpsing(browser, async () => {
    throw new Error("of another version");
  });
  assert.deepEqual([titles(failing.library), failing.library.glimpse], [["Dune", "Emma"], null]);
  assert.equal(failing.tab.reported.length, 1);
});

test("what is on its way to the disk is not remembered", async () => {
  const { first, glimpse } = await remembering();
  first.isDiskHeld = true;
  void first.library.edit(create("b3", "Middlemarch"));
  assert.equal(await first.library.remember(glimpse), false);
  first.release();
});

test("a large library is read in pieces, between which others have their turn", async () => {
  const entities = Array.from({ length: 2 * entitiesPerPiece + 1 }, (_, at) =>
    ({ kind: "book", id: `b${at}`, seq: 1, deleted: false, fields: {} }));
  const order = [];
  const reading = viewOf({ checkpoint: null, entities, ops: [] }).then((view) => {
    order.push("read");
    return view;
  });
  await Promise.all([reading, breath().then(() => order.push("other"))]);
  assert.deepEqual(order, ["other", "read"]);
  assert.deepEqual((await reading).list("book"), entities);
});

test("a library is taken in before it is shown, and not begun before that", async () => {
  const { browser, first } = await remembering();
  first.kill();
  const { library, paint } = await glimpsing(browser);
  let taken = () => {};
  const seen = [];
  library.intake = async (view) => {
    seen.push(titles(view));
    await new Promise((resolve) => (taken = resolve));
  };
  paint();
  await quiet();
  assert.deepEqual([seen, titles(library), library.status().state], [[["Dune", "Emma"]], ["Emma"], "starting"]);
  taken();
  await library.whole;
  assert.deepEqual([titles(library), library.glimpse, library.intake], [["Dune", "Emma"], null, null]);
  await until(() => library.status().state === "saved");
});
