import assert from "node:assert/strict";
import { test } from "node:test";
import { cookies, Witness } from "../../Web/transport/witness.js";
import { FakeBrowser, quiet, until } from "./support/fake-browser.mjs";
import { wordsOf } from "./support/worded.mjs";

const create = (id, title) => [{ e: "book", id, create: true, set: { title } }];
const titles = (tab) => tab.library.list("book").map((book) => book.fields.title).sort();
const onServer = (server) => Object.values(server.snapshot()).map((entity) => entity.fields.title).sort();
const isSaved = (tab) => () => tab.library.status().state === "saved";

/** A browser with one book on the server, and `unsent` ones that are nowhere else. */
async function browserWith(unsent) {
  const browser = new FakeBrowser();
  const tab = await browser.open();
  await tab.library.edit(create("b0", "Emma"));
  await until(isSaved(tab));
  browser.setOnline(false);
  for (let index = 1; index <= unsent; index += 1) await tab.library.edit(create(`b${index}`, `New ${index}`));
  await quiet();
  return { browser, tab };
}

test("a page whose copy the browser dropped fetches it anew, and says what could not be kept", async () => {
  const { browser, tab } = await browserWith(2);
  tab.kill();
  browser.setOnline(true);
  browser.disks.clear();
  const next = await browser.open();
  await until(isSaved(next));
  assert.deepEqual(titles(next), ["Emma"]);
  assert.equal(
    wordsOf(next.library.status().notice),
    "This browser had dropped its copy of the library; it is being fetched again. " +
      "2 edits that were not sent yet could not be kept.",
  );
  await next.library.edit(create("b9", "Dune"));
  await until(isSaved(next));
  assert.deepEqual(onServer(browser.server), ["Dune", "Emma"], "a new incarnation, and no clash of n");
  next.kill();
  const third = await browser.open();
  await until(isSaved(third));
  assert.equal(third.library.status().notice, undefined, "said once");
});

test("either witness is enough; with neither, nobody claims to know", async () => {
  for (const [dropsMemory, dropsCookies] of [[true, false], [false, true], [true, true]]) {
    const { browser, tab } = await browserWith(0);
    tab.kill();
    browser.setOnline(true);
    browser.disks.clear();
    if (dropsMemory) browser.memory.clear();
    if (dropsCookies) browser.cookies.clear();
    const next = await browser.open();
    await until(isSaved(next));
    const expected = dropsMemory && dropsCookies
      ? undefined
      : "This browser had dropped its copy of the library; it is being fetched again.";
    assert.equal(wordsOf(next.library.status().notice), expected);
  }
});

test("the witness that was told last is believed, and one that fails is none", () => {
  const place = () => {
    const items = new Map();
    return { getItem: (key) => items.get(key) ?? null, setItem: (key, value) => void items.set(key, value) };
  };
  const [first, second] = [place(), place()];
  new Witness([first, second], "d").write(3);
  const other = new Witness([second], "d");
  other.write(5);
  assert.deepEqual(new Witness([first, second], "d").read(), { unsent: 5 });
  new Witness([first, second], "d").write(0);
  other.write(5);
  assert.deepEqual(new Witness([first, second], "d").read(), { unsent: 5 }, "told again after another tab did");
  const broken = { getItem: () => "{", setItem() { throw new Error("full"); } };
  const witness = new Witness([broken, null, first], "d");
  witness.write(7);
  assert.deepEqual(witness.read(), { unsent: 7 });
  assert.equal(new Witness([place()], "d").read(), null);
});

test("a cookie holds what it was given, beside others", () => {
  const page = { jar: ["other=1"], get cookie() { return this.jar.join("; "); }, set cookie(text) { this.jar.push(text.split(";")[0]); } };
  const place = cookies(page, true);
  assert.equal(place.getItem("dogear.kept.dogear"), null);
  place.setItem("dogear.kept.dogear", '{"unsent":2,"turn":1}');
  assert.equal(place.getItem("dogear.kept.dogear"), '{"unsent":2,"turn":1}');
  assert.equal(cookies(page, true, "8081").getItem("dogear.kept.dogear"), null, "another port is another server");
});

test("the browser is asked to keep what is here at the first edit that cannot leave, once", async () => {
  const browser = new FakeBrowser();
  const tab = await browser.open();
  await tab.library.edit(create("b0", "Emma"));
  await until(isSaved(tab));
  assert.equal(browser.askedToKeep, 0, "an edit that leaves at once is no reason to ask");
  browser.setOnline(false);
  await until(() => tab.library.status().state === "offline");
  await tab.library.edit(create("b1", "Dune"));
  await tab.library.edit(create("b2", "Ulysses"));
  await quiet();
  assert.equal(browser.askedToKeep, 1);
});

test("waiting edits go to a file and come back from it, each once", async () => {
  const { browser, tab } = await browserWith(2);
  const file = JSON.parse(JSON.stringify(tab.library.exportWaiting()));
  assert.equal(file.edits.length, 2);
  assert.deepEqual(await tab.library.importWaiting(file), { taken: 0, known: 2 });
  tab.kill();
  browser.disks.clear();
  browser.setOnline(true);
  const next = await browser.open();
  await until(isSaved(next));
  assert.deepEqual(await next.library.importWaiting(file), { taken: 2, known: 0 });
  await until(isSaved(next));
  assert.deepEqual(onServer(browser.server), ["Emma", "New 1", "New 2"]);
  await next.library.importWaiting(file);
  await until(isSaved(next));
  assert.equal(browser.server.state.log.length, 3, "each took effect once");
});

test("a file from a tab that follows, taken back in one that follows", async () => {
  const browser = new FakeBrowser();
  const leader = await browser.open();
  await until(isSaved(leader));
  const follower = await browser.open();
  await until(isSaved(follower));
  browser.setOnline(false);
  await follower.library.edit(create("b1", "Dune"));
  await until(() => follower.library.status().waiting === 1);
  const file = JSON.parse(JSON.stringify(follower.library.exportWaiting()));
  leader.kill();
  follower.kill();
  browser.disks.clear();
  browser.setOnline(true);
  const other = await browser.open();
  await until(isSaved(other));
  const another = await browser.open();
  await another.library.importWaiting(file);
  await until(() => onServer(browser.server).length === 1);
});

test("what a file says of an edit's making survives: what its author had seen, and wrote over", async () => {
  const { browser, tab } = await browserWith(0);
  await tab.library.edit([{ e: "book", id: "b0", set: { note: "one two" } }]);
  const [edit] = tab.library.exportWaiting().edits;
  assert.deepEqual(edit.was, { "book/b0": { note: null } });
  assert.equal(edit.epoch, browser.server.epoch);
  tab.kill();
  browser.server.restore();
  browser.disks.clear();
  browser.setOnline(true);
  const next = await browser.open();
  await until(isSaved(next));
  browser.setOnline(false);
  await next.library.importWaiting({ format: "dogear.waiting", version: 1, library: "lib", edits: [edit] });
  const [queued] = [...browser.disk("dogear").ops.values()];
  assert.deepEqual([queued.op.base, queued.op.epoch, queued.was], [edit.base, "epoch-1", edit.was]);
});

test("words from a file stand beside those that were written here meanwhile", async () => {
  const { browser, tab } = await browserWith(0);
  await tab.library.edit([{ e: "book", id: "b0", set: { note: "one" } }]);
  await tab.library.edit([{ e: "book", id: "b0", set: { note: "one two" } }]);
  const file = tab.library.exportWaiting();
  tab.kill();
  browser.disks.clear();
  browser.setOnline(true);
  const next = await browser.open();
  await until(isSaved(next));
  await next.library.edit([{ e: "book", id: "b0", set: { note: "three" } }]);
  await next.library.importWaiting(file);
  await until(() => browser.server.state.log.length === 4);
  assert.equal(browser.server.snapshot()["book/b0"].fields.note.split(" ").sort().join(" "), "one three two");
});

test("a file that is none, or of another library, is refused with a sentence", async () => {
  const { tab } = await browserWith(1);
  const file = tab.library.exportWaiting();
  const refusal = async (json) => {
    const error = await tab.library.importWaiting(json).then(() => null, (thrown) => thrown);
    return [error?.code, wordsOf(error?.fault)];
  };
  assert.deepEqual(await refusal([]), ["edits.unreadable", "That file holds no edits of Dogear."]);
  assert.deepEqual(await refusal({ ...file, library: "other" }), [
    "edits.otherLibrary", "These edits belong to another library.",
  ]);
  const [code, message] = await refusal({ ...file, edits: [{ op: "o", changes: "all", base: 1, at: 1 }] });
  assert.equal(code, "edits.broken");
  assert.match(message, /^An edit in this file cannot be read: “edits\[0\]\.do” has the wrong type\.$/);
});

test("history is the server's: known, refused, or out of reach", async () => {
  const browser = new FakeBrowser();
  const asked = [];
  const answers = [
    () => Response.json({ entity: { e: "book", id: "b1" }, entries: [{ seq: 3, at: 1, by: "d", op: "o", field: "title", to: "Emma" }], more: true }),
    () => Response.json({ error: { code: "unknown", message: "There is no such book." } }, { status: 404 }),
    () => new Response("<html>", { status: 502 }),
    () => { throw new TypeError("no network"); },
  ];
  const request = async (url) => {
    asked.push(url);
    return answers.shift()();
  };
  const { library } = await browser.open({ request });
  assert.deepEqual(await library.history("book", "b1", { before: 9, limit: 50 }), {
    state: "known", entries: [{ seq: 3, at: 1, by: "d", op: "o", field: "title", to: "Emma" }], more: true,
  });
  assert.equal(asked[0], "/v1/history?kind=book&id=b1&before=9&limit=50");
  assert.deepEqual(await library.history("book", "b2"), {
    state: "refused", fault: { code: "unanswered", said: "There is no such book." },
  });
  assert.deepEqual(await library.history("book", "b3"), { state: "unreachable" });
  assert.deepEqual(await library.history("book", "b3"), { state: "unreachable" });
});
