import assert from "node:assert/strict";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { MemoryStorage } from "../../Web/store/memory.js";
import { StorageError } from "../../Web/store/storage.js";
import { FakeBrowser, quiet, until } from "./support/fake-browser.mjs";
import { ModelServer } from "./support/model-server.mjs";
import { wordsOf } from "./support/worded.mjs";

const create = (id, title) => [{ e: "book", id, create: true, set: { title } }];
const rename = (id, title) => [{ e: "book", id, set: { title } }];
const titles = (tab) => tab.library.list("book").map((book) => book.fields.title).sort();
const onServer = (server) => Object.values(server.snapshot()).map((entity) => entity.fields.title).sort();

test("an edit shows at once, is safe when its promise resolves, and reaches another device", async () => {
  const server = new ModelServer();
  const laptop = await new FakeBrowser({ server, device: "laptop" }).open();
  const phone = await new FakeBrowser({ server, device: "phone" }).open();
  const seen = [];
  phone.library.subscribe((change) => seen.push(change));

  const editing = laptop.library.edit(create("b1", "Emma"));
  assert.equal(laptop.library.get("book", "b1").fields.title, "Emma");
  await editing;
  await until(() => phone.library.get("book", "b1"));
  assert.deepEqual(titles(phone), ["Emma"]);
  assert.deepEqual(seen.at(-1), { keys: new Set(["book/b1"]), remote: true });
  await until(() => laptop.library.status().state === "saved");
  assert.equal(laptop.library.deviceName("nobody"), undefined);
  assert.equal(laptop.library.device.id, "laptop");
  assert.equal(laptop.library.cursor, 1);
});

test("with the network off from the first visit, edits are kept, and go out when it is there", async () => {
  const browser = new FakeBrowser();
  browser.setOnline(false);
  const first = await browser.open();
  await first.library.edit(create("b1", "Emma"));
  await until(() => first.library.status().state === "offline");
  assert.deepEqual(first.library.status(), { state: "offline", waiting: 1, problems: 0 });
  assert.equal(first.library.unsent().length, 1);
  first.kill();

  const second = await browser.open();
  assert.deepEqual(titles(second), ["Emma"]);
  await until(() => second.library.status().state === "offline");
  browser.setOnline(true);
  second.network(true);
  await until(() => second.library.status().state === "saved");
  assert.deepEqual(onServer(browser.server), ["Emma"]);
});

test("killed in the middle of a push, a page opens again with the edit, and it happens once", async () => {
  const browser = new FakeBrowser();
  const first = await browser.open();
  await until(() => first.library.status().state === "saved");
  await first.library.edit(create("b1", "Emma"));
  first.kill();
  const second = await browser.open();
  await until(() => second.library.status().state === "saved");
  assert.equal(browser.server.state.log.length, 1);
  assert.deepEqual(onServer(browser.server), ["Emma"]);
});

test("an edit that was not on the disk when the page died was never promised", async () => {
  const browser = new FakeBrowser();
  const first = await browser.open();
  await until(() => first.library.status().state === "saved");
  await quiet();
  first.isDiskHeld = true;
  let isPromised = false;
  void first.library.edit(create("b1", "Emma")).then(() => (isPromised = true));
  await quiet();
  first.kill();
  assert.equal(isPromised, false);
  const second = await browser.open();
  await until(() => second.library.status().state === "saved");
  assert.deepEqual(titles(second), []);
  assert.deepEqual(onServer(browser.server), []);
});

test("edits on both sides of a broken network come together", async () => {
  const server = new ModelServer();
  const browsers = ["laptop", "phone"].map((device) => new FakeBrowser({ server, device }));
  const [laptop, phone] = await Promise.all(browsers.map((browser) => browser.open()));
  await laptop.library.edit(create("b1", "Emma"));
  await until(() => phone.library.get("book", "b1"));
  for (const browser of browsers) browser.setOnline(false);
  await laptop.library.edit(rename("b1", "Emma, or"));
  await phone.library.edit([{ e: "book", id: "b1", set: { rating: 500 } }, ...create("b2", "Dune")]);
  await until(() => laptop.library.status().state === "offline");
  for (const browser of browsers) browser.setOnline(true);
  laptop.network(true);
  phone.network(true);
  await until(() => laptop.library.get("book", "b2") && phone.library.get("book", "b1").fields.title === "Emma, or");
  for (const tab of [laptop, phone]) {
    assert.deepEqual(tab.library.get("book", "b1").fields, { title: "Emma, or", rating: 500 });
    assert.deepEqual(titles(tab), ["Dune", "Emma, or"]);
  }
});

test("a view that fails is reported, and keeps no edit from the disk", async () => {
  const browser = new FakeBrowser();
  const tab = await browser.open();
  const mistake = new Error("a view's mistake");
  const fail = () => {
    throw mistake;
  };
  const endings = [tab.library.subscribe(fail), tab.library.subscribeStatus(fail)];
  await tab.library.edit(create("b1", "Emma"));
  await until(() => onServer(browser.server).includes("Emma"));
  assert.ok(tab.reported.length >= 2 && tab.reported.every((error) => error === mistake));
  for (const end of endings) end();
  await quiet();
  tab.reported.length = 0;
  await tab.library.edit(create("b2", "Dune"));
  assert.deepEqual(tab.reported, []);
});

test("that the server is out of reach is told beside what it refused, in every tab", async () => {
  const browser = new FakeBrowser();
  const [tab, other] = [await browser.open(), await browser.open()];
  await tab.library.edit(create("b1", "forbidden"));
  const refused = { state: "problem", waiting: 0, problems: 1 };
  const tell = (status) =>
    until(() => [tab, other].every(({ library }) => isDeepStrictEqual(library.status(), status)));
  await tell(refused);
  browser.setOnline(false);
  await tell({ ...refused, isOffline: true });
  await tab.library.edit(create("b2", "Dune"));
  await tell({ ...refused, waiting: 1, isOffline: true });
  browser.setOnline(true);
  tab.network(true);
  await tell(refused);

  // Nor is it forgotten by a page that begins with the server away.
  browser.setOnline(false);
  for (const { library } of [tab, other]) library.close();
  const heard = [];
  const later = await browser.open();
  later.library.subscribeStatus(({ isOffline }) => heard.push(isOffline));
  await until(() => later.library.status().isOffline && heard.at(-1));
});

test("a refused edit is kept with its reason, tried again, and given up", async () => {
  const browser = new FakeBrowser();
  const tab = await browser.open();
  await tab.library.edit(create("b1", "forbidden"));
  await until(() => tab.library.status().state === "problem");
  const [problem] = tab.library.problems();
  assert.equal(problem.problem.message, "Not this title.");
  assert.deepEqual(problem.changes, create("b1", "forbidden"));
  assert.equal(tab.library.get("book", "b1"), undefined);
  await tab.library.edit(create("b2", "Dune"));
  await until(() => onServer(browser.server).includes("Dune"));

  await tab.library.retry(problem.op);
  await until(() => tab.library.problems()[0] && tab.library.problems()[0].op !== problem.op);
  await tab.library.discard(tab.library.problems()[0].op);
  await until(() => tab.library.status().state === "saved");
  assert.deepEqual(tab.library.problems(), []);
});

test("an edit that no server would read is rejected with a sentence", async () => {
  const tab = await new FakeBrowser().open();
  await assert.rejects(tab.library.edit([]), (error) => /1 to 64 things/.test(wordsOf(error.fault)));
});

test("a browser that keeps nothing says so, and syncs all the same", async () => {
  const browser = new FakeBrowser();
  const tab = await browser.open({
    openStorage: async () => {
      throw new StorageError("notLet");
    },
  });
  assert.equal(
    wordsOf(tab.library.status().notice),
    "This browser does not let the library be kept on this device. This browser keeps nothing on this device: "
      + "edits that are not sent yet go when the page closes.",
  );
  await tab.library.edit(create("b1", "Emma"));
  await until(() => onServer(browser.server).includes("Emma"));
});

/** A browser whose only tab was killed while some of its edits were not sent. */
async function leftWithUnsent(...books) {
  const browser = new FakeBrowser();
  const tab = await browser.open();
  await tab.library.edit(create("b1", "Emma"));
  await until(() => tab.library.status().state === "saved");
  browser.setOnline(false);
  for (const [id, title] of books) await tab.library.edit(create(id, title));
  await until(() => tab.library.status().waiting === books.length);
  await quiet();
  tab.kill();
  return browser;
}

/** Opens a storage that finds itself damaged, with these records that it could not read. */
const damaged = (disk, ...unreadable) => async () => {
  const storage = new MemoryStorage(disk);
  const load = storage.load.bind(storage);
  storage.load = async () => ({ ...(await load()), isDamaged: true });
  return Object.assign(storage, { unreadable });
};

test("a damaged copy is fetched again, and unsent edits are kept", async () => {
  const browser = await leftWithUnsent(["b2", "Dune"]);

  const disk = browser.disk("dogear");
  disk.entities.clear();
  disk.checkpoint = null;
  browser.setOnline(true);
  const second = await browser.open({ openStorage: damaged(disk) });
  await until(() => /damaged/.test(wordsOf(second.library.status().notice)));
  await until(() => second.library.status().state === "saved");
  assert.deepEqual(titles(second), ["Dune", "Emma"]);
  assert.deepEqual(onServer(browser.server), ["Dune", "Emma"]);
});

test("of unsent edits that could not be read a person hears, and has what is left of them", async () => {
  const browser = await leftWithUnsent(["b2", "Dune"], ["b3", "Ulysses"]);

  const disk = browser.disk("dogear");
  disk.ops.delete([...disk.ops.keys()].pop());
  browser.setOnline(true);
  const second = await browser.open({ openStorage: damaged(disk, '[{"op":') });
  await until(() => /damaged/.test(wordsOf(second.library.status().notice)));
  assert.match(wordsOf(second.library.status().notice), /1 of 2 unsent edits could not be read/);
  await until(() => second.library.status().state === "saved");
  assert.deepEqual(titles(second), ["Dune", "Emma"]);
  assert.deepEqual([second.library.hasRemains, second.library.exportWaiting().unreadable], [true, ['[{"op":']]);
});

test("a device that was paired with another library opens that one next", async () => {
  const browser = new FakeBrowser();
  const first = await browser.open();
  await first.library.edit(create("b1", "Emma"));
  await until(() => first.library.status().state === "saved");
  first.kill();

  browser.server = new ModelServer({ library: "other" });
  const second = await browser.open();
  await until(() => second.library.status().state === "problem");
  assert.match(wordsOf(second.library.status().fault), /another library/);
  assert.deepEqual(titles(second), ["Emma"]);
  second.kill();

  const third = await browser.open();
  await until(() => third.library.status().state === "saved");
  assert.deepEqual(titles(third), []);
  assert.deepEqual([...browser.disks.keys()], ["dogear", "dogear-other"]);
});

/**
 * Leaves the browser offline, with one book that the server has and one that waits for it.
 * @param {FakeBrowser} browser
 */
async function leaveOneWaiting(browser) {
  const tab = await browser.open();
  await tab.library.edit(create("b1", "Emma"));
  await until(() => tab.library.status().state === "saved");
  browser.setOnline(false);
  await tab.library.edit(create("b2", "Dune"));
  await until(() => tab.library.status().waiting === 1);
  tab.kill();
}

test("what waits for another library is told of, and can be had as a file", async () => {
  const browser = new FakeBrowser();
  const { server } = browser;
  await leaveOneWaiting(browser);

  browser.server = new ModelServer({ library: "other" });
  browser.setOnline(true);
  const second = await browser.open();
  const third = await browser.open();
  for (const { library } of [second, third]) {
    await until(() => library.status().isForeign);
    assert.deepEqual(await library.elsewhere(), [], "it is the one that is open");
  }
  second.kill();
  third.kill();

  const fourth = await browser.open();
  await until(() => fourth.library.status().state === "saved");
  const [file, ...more] = await fourth.library.elsewhere();
  assert.deepEqual([file.edits.map(({ changes }) => changes), more], [[create("b2", "Dune")], []]);
  await assert.rejects(fourth.library.importWaiting(file), { code: "edits.otherLibrary" });
  browser.server = server;
  await fourth.library.paired();
  await until(() => fourth.library.status().isForeign);
  fourth.kill();

  const fifth = await browser.open();
  await until(() => onServer(server).length === 2 && fifth.library.status().state === "saved");
  await quiet();
  fifth.kill();
  const sixth = await browser.open({ database: "dogear-other" });
  assert.deepEqual(await sixth.library.elsewhere(), [], "nothing waits any more");
});

test("a database for a library that never came takes in no other, and hides none", async () => {
  const browser = new FakeBrowser();
  const { server } = browser;
  await leaveOneWaiting(browser);
  const other = (browser.server = new ModelServer({ library: "other" }));
  browser.setOnline(true);
  const second = await browser.open();
  await until(() => second.library.status().isForeign);
  second.kill();

  // It is gone again before anybody opened it.
  browser.server = server;
  const third = await browser.open();
  await until(() => third.library.status().isForeign);
  assert.deepEqual(titles(third), []);
  third.kill();
  const fourth = await browser.open();
  await until(() => onServer(server).length === 2 && fourth.library.status().state === "saved");
  fourth.kill();

  browser.server = other;
  const fifth = await browser.open();
  await until(() => fifth.library.status().isForeign);
  fifth.kill();
  const sixth = await browser.open();
  await until(() => sixth.library.status().state === "saved");
  assert.deepEqual([titles(sixth), [...browser.disks.keys()]], [[], ["dogear", "dogear-other"]]);
});

test("a server that had another library for a moment is asked again, and none is sent what is another's", async () => {
  for (const ask of [(tab) => tab.wake(), (tab) => tab.network(true), (tab) => tab.tick()]) {
    const browser = new FakeBrowser();
    const { server } = browser;
    const tab = await browser.open();
    await tab.library.edit(create("b1", "Emma"));
    await until(() => tab.library.status().state === "saved");
    const other = (browser.server = new ModelServer({ library: "other" }));
    server.crash();
    await until(() => tab.library.status().state === "offline");
    tab.tick();
    await until(() => tab.library.status().isForeign);
    await tab.library.edit(create("b2", "Dune"));

    // It has the other one still: nothing is told meanwhile that was told already.
    const told = [];
    tab.library.subscribeStatus(({ isForeign = false }) => told.push(isForeign));
    ask(tab);
    await quiet();
    assert.deepEqual([tab.library.status().isForeign, new Set(told)], [true, new Set([true])]);
    assert.deepEqual([onServer(other), onServer(server)], [[], ["Emma"]]);

    browser.server = server;
    ask(tab);
    await until(() => tab.library.status().state === "saved");
    assert.equal(tab.library.status().isForeign, undefined);
    assert.deepEqual([onServer(other), onServer(server)], [[], ["Dune", "Emma"]]);
    // Away from the server it says so, and the next page opens the same library.
    browser.setOnline(false);
    await until(() => tab.library.status().state === "offline");
    assert.equal(tab.library.status().isForeign, undefined);
    tab.kill();
    const next = await browser.open();
    assert.deepEqual(titles(next), ["Dune", "Emma"]);
    next.kill();
  }
});

test("a tab that follows says that another library was there, and that it is gone", async () => {
  const browser = new FakeBrowser();
  const { server } = browser;
  const leader = await browser.open();
  const follower = await browser.open();
  await until(() => follower.library.status().state === "saved");
  browser.server = new ModelServer({ library: "other" });
  server.crash();
  await until(() => leader.library.status().state === "offline");
  leader.tick();
  await until(() => follower.library.status().isForeign);
  browser.server = server;
  follower.wake();
  await until(() => follower.library.status().state === "saved");
  assert.equal(follower.library.status().isForeign, undefined);
});

test("a device that is not paired says so, keeps edits, and goes on once it is", async () => {
  const browser = new FakeBrowser();
  browser.server.isPaired = false;
  const tab = await browser.open();
  await until(() => tab.library.status().state === "unpaired");
  await tab.library.edit(create("b1", "Emma"));
  browser.server.isPaired = true;
  await tab.library.paired();
  await until(() => tab.library.status().state === "saved");
  assert.deepEqual(onServer(browser.server), ["Emma"]);
});
