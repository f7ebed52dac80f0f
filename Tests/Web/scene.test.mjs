import assert from "node:assert/strict";
import test from "node:test";
import { foreseenScene, openScene, recallScene } from "../../Web/scene/scene.js";
import { fakeWindow, scenesLibrary } from "./support/fake-window.mjs";

const all = { k: "all" };
const book = (id) => ({ k: "book", id });
const openItem = (id) => ({ t: "openItem", route: book(id) });
const editor = { style: "sheet", dest: "editBook", id: "b1", draft: "d1", dirty: false };
const anchor = (id, idx = 0) => ({ id, off: 250, idx, near: [] });

async function opened(options = {}) {
  const browser = options.browser ?? fakeWindow(options);
  const library = options.library ?? scenesLibrary();
  const scene = await openScene({ library, container: browser.container, window: browser.window });
  const heard = [];
  scene.subscribe((change) => heard.push(change));
  return { browser, library, scene, heard };
}

const path = (scene) => scene.state.tabs[scene.state.tab].path;
const outputs = (heard) => heard.flatMap((change) => change.outputs);

test("a fresh window shows all books, and its address says so", async () => {
  const { browser, scene } = await opened();
  assert.equal(browser.url, "/library/all");
  assert.equal(scene.layout, "wide");
  assert.equal(browser.history.scrollRestoration, "manual");
  assert.deepEqual(browser.history.state, { scene: scene.id, n: 0, depth: 0 });
});

test("the state is frozen to its leaves", async () => {
  const { scene } = await opened();
  scene.dispatch(openItem("b1"));
  assert.throws(() => path(scene).push(book("b2")), TypeError);
  assert.throws(() => { path(scene)[0].id = "b2"; }, TypeError);
});

test("a push makes an entry whose address is the link of the state", async () => {
  const { browser, scene, heard } = await opened({ width: 390 });
  scene.dispatch(openItem("b1"));
  assert.equal(browser.url, "/library/all/book/b1");
  assert.equal(browser.position, 1);
  assert.deepEqual(heard[0].outputs[1], ["focus", "h1"]);
  assert.equal(heard[0].state, scene.state);
});

test("five selections in a wide window are one entry, undone by one Back", async () => {
  const { browser, scene } = await opened();
  for (const id of ["b1", "b2", "b3", "b4", "b1"]) scene.dispatch(openItem(id));
  assert.equal(browser.position, 1);
  browser.advance(400);
  assert.equal(browser.url, "/library/all/book/b1");
  browser.travel(-1);
  assert.deepEqual(path(scene), []);
  assert.equal(browser.url, "/library/all");
});

test("a window that is loaded again before its address says what it shows comes back with that", async () => {
  const { browser, scene } = await opened();
  for (const id of ["b1", "b2"]) scene.dispatch(openItem(id));
  assert.equal(browser.url, "/library/all/book/b1");
  browser.reload();
  assert.equal(foreseenScene(recallScene(browser.window), browser.window).tabs.library.path[0].id, "b2");
  const again = await opened({ browser });
  assert.deepEqual(path(again.scene), [book("b2")]);
  assert.equal(browser.url, "/library/all/book/b2");
  assert.equal(again.scene.isLinked, false);
});

test("so does one whose address came to say it while the server took its time", async () => {
  const { browser, scene } = await opened();
  scene.dispatch({ t: "setQuery", list: all, q: "sea" });
  scene.dispatch({ t: "present", presentation: { style: "popover", dest: "filters" } });
  browser.reload(3000);
  assert.equal(browser.url, "/library/all");
  const again = await opened({ browser });
  assert.equal(again.scene.state.lists.all.q, "sea");
  assert.equal(again.scene.state.present.length, 1);
  assert.equal(browser.url, "/library/all?q=sea");
});

test("an address that somebody goes to is meant, though a late one was the same", async () => {
  const { browser, scene } = await opened();
  for (const id of ["b1", "b2"]) scene.dispatch(openItem(id));
  browser.visit("/library/all/book/b1");
  const again = await opened({ browser });
  assert.deepEqual(path(again.scene), [book("b1")]);
});

test("replacements of one entry are joined for 400 ms", async () => {
  const { browser, scene } = await opened();
  const { writes } = browser.history;
  for (const q of ["s", "se", "sea"]) scene.dispatch({ t: "setQuery", list: all, q });
  assert.equal(browser.history.writes, writes);
  browser.advance(399);
  assert.equal(browser.history.writes, writes);
  browser.advance(1);
  assert.equal(browser.history.writes, writes + 1);
  assert.equal(browser.url, "/library/all?q=sea");
});

test("a waiting replacement is written before a new entry is made", async () => {
  const { browser, scene } = await opened({ width: 390 });
  scene.dispatch({ t: "setQuery", list: all, q: "sea" });
  scene.dispatch(openItem("b1"));
  assert.deepEqual(browser.urls, ["/library/all?q=sea", "/library/all/book/b1?q=sea"]);
  browser.travel(-1);
  assert.equal(browser.url, "/library/all?q=sea");
  assert.equal(scene.state.lists.all.q, "sea");
});

test("the on-screen Back goes over the entry it came from", async () => {
  const { browser, scene, heard } = await opened({ width: 390 });
  scene.dispatch({ t: "scrolled", list: all, anchor: anchor("b2", 1) });
  scene.dispatch(openItem("b2"));
  heard.length = 0;
  scene.dispatch({ t: "back" });
  assert.deepEqual(path(scene), []);
  assert.deepEqual(outputs(heard)[1], ["focus", "row.b2"]);
  browser.travel();
  assert.equal(browser.position, 0);
  assert.equal(browser.url, "/library/all");
  assert.equal(heard.length, 1, "arriving where one is already tells nobody");
  assert.equal(scene.state.lists.all.anchor.id, "b2");
});

test("a push while the browser still steps back waits for it", async () => {
  const { browser, scene } = await opened({ width: 390 });
  scene.dispatch(openItem("b1"));
  scene.dispatch({ t: "back" });
  scene.dispatch(openItem("b2"));
  browser.travel();
  assert.equal(browser.position, 1);
  assert.equal(browser.url, "/library/all/book/b2");
  assert.equal(browser.history.length, 2);
});

test("a step back that the browser never reports is given up", async () => {
  const { browser, scene } = await opened({ width: 390 });
  scene.dispatch(openItem("b1"));
  scene.dispatch({ t: "back" });
  scene.dispatch(openItem("b2"));
  browser.advance(1000);
  assert.equal(browser.url, "/library/all/book/b2");
});

test("on-screen Back without the entry for it replaces", async () => {
  const { browser, scene } = await opened({ url: "/library/all/book/b1", width: 390 });
  scene.dispatch({ t: "back" });
  browser.advance(400);
  assert.equal(browser.position, 0);
  assert.equal(browser.url, "/library/all");
  scene.dispatch({ t: "back" });
  assert.equal(scene.state.tabs.library.compact, "sidebar");
});

test("the browser's Back restores the place and focuses the row that opened it", async () => {
  const { browser, scene, heard } = await opened({ width: 390 });
  scene.dispatch(openItem("b2"));
  browser.travel(-1);
  assert.deepEqual(path(scene), []);
  assert.deepEqual(heard.at(-1).outputs, [["focus", "row.b2"]]);
  browser.travel(1);
  assert.deepEqual(path(scene), [book("b2")]);
  assert.deepEqual(heard.at(-1).outputs, [["focus", "h1"]]);
});

test("closing a sheet goes over the entry that opening it made", async () => {
  const { browser, scene } = await opened({ width: 390 });
  scene.dispatch(openItem("b1"));
  scene.dispatch({ t: "present", presentation: editor });
  assert.equal(browser.position, 2);
  assert.equal(browser.history.state.depth, 1);
  scene.dispatch({ t: "dismiss" });
  browser.travel();
  assert.equal(browser.position, 1);
  assert.deepEqual(path(scene), [book("b1")]);
});

test("Back closes a sheet and keeps its draft; Forward does not reopen it", async () => {
  const { browser, scene, heard } = await opened();
  scene.dispatch(openItem("b1"));
  scene.dispatch({ t: "present", presentation: editor });
  scene.dispatch({ t: "draft", dirty: true });
  browser.travel(-1);
  assert.deepEqual(scene.state.present, []);
  assert.deepEqual(heard.at(-1).outputs, [["stash", "d1"], ["focus", "opener"]]);
  browser.travel(1);
  assert.deepEqual(scene.state.present, []);
});

test("Back never reopens a deleted book, and says what is shown", async () => {
  const { browser, library, scene } = await opened({ width: 390 });
  scene.dispatch(openItem("b1"));
  scene.dispatch({ t: "selectTab", tab: "search" });
  library.delete("book", "b1", false);
  browser.travel(-1);
  assert.equal(browser.position, 0, "the dead entry is passed over");
  assert.deepEqual(path(scene), []);
  assert.equal(scene.state.tab, "library");
  assert.equal(browser.url, "/library/all");
});

test("a dead entry at the end of what is known is shown repaired", async () => {
  const { browser, library, scene } = await opened({ url: "/library/all/book/b1", width: 390 });
  scene.dispatch({ t: "selectTab", tab: "search" });
  library.delete("book", "b1", false);
  browser.travel(-1);
  assert.equal(browser.position, 0);
  assert.deepEqual(path(scene), []);
  assert.equal(browser.url, "/library/all");
});

test("after a delete, Back is not an entry that shows the same again", async () => {
  const { browser, library, scene } = await opened({ width: 390 });
  scene.dispatch({ t: "selectTab", tab: "search" });
  scene.dispatch({ t: "selectTab", tab: "library" });
  scene.dispatch(openItem("b1"));
  library.delete("book", "b1", false);
  browser.advance(400);
  assert.equal(browser.url, "/library/all");
  browser.travel(-1);
  assert.equal(scene.state.tab, "search");
  assert.equal(browser.position, 1);
});

test("an entry of another scene is read by its address", async () => {
  const { browser, scene } = await opened();
  browser.foreign("/library/all/book/b3", { scene: "somebody", n: 4 });
  assert.deepEqual(path(scene), [book("b3")]);
  assert.equal(browser.history.state.scene, scene.id);
});

test("a cold link wins over what was left, whose lists stay", async () => {
  const first = await opened({ width: 390 });
  first.scene.dispatch({ t: "setQuery", list: all, q: "sea" });
  first.browser.reload();
  const { session, shared } = first.browser;
  const browser = fakeWindow({ url: "/settings/privacy", session, shared });
  const { scene } = await opened({ browser });
  assert.equal(scene.state.tab, "settings");
  assert.equal(scene.state.lists.all.q, "sea");
});

test("a bad cold link shows the library and says so", async () => {
  const { browser, scene } = await opened({ url: "/libary" });
  assert.equal(browser.url, "/library/all");
  const told = scene.opening.filter(([kind]) => kind === "notice");
  assert.deepEqual(told, [["notice", "link_invalid", "tab"]]);
});

test("a bad link inside the client moves nothing and says so", async () => {
  const { browser, scene, heard } = await opened();
  scene.dispatch(openItem("b1"));
  const [before, url, entries] = [scene.state, browser.url, browser.history.length];
  heard.length = 0;
  for (const [link, reason] of [["/libary", "tab"], ["/settings/book/x", "order"]]) {
    scene.dispatch({ t: "openLink", link, cold: false, lib: 0 });
    assert.deepEqual(outputs(heard).splice(-2), [
      ["notice", "link_invalid", reason], ["track", "link_invalid", { reason }],
    ]);
  }
  assert.equal(scene.state, before);
  assert.equal(browser.url, url);
  assert.equal(browser.history.length, entries);
});

test("a swipe back, which the browser draws itself, is told as drawn; any other move is not", async () => {
  const { browser, scene, heard } = await opened({ width: 390 });
  scene.dispatch(openItem("b1"));
  browser.travel(-1, { hasUAVisualTransition: true });
  scene.dispatch(openItem("b2"));
  browser.travel(-1);
  assert.deepEqual(heard.map(({ isDrawn }) => isDrawn), [false, true, false, false]);
});

test("an address of another scene waits for its book as any link does", async () => {
  const { browser, scene } = await opened();
  browser.foreign("/library/all/book/unknown");
  assert.deepEqual(path(scene), [book("unknown")]);
  browser.advance(5000);
  assert.deepEqual(path(scene), []);
});

test("a reload restores place, position, presentation and the entries before it", async () => {
  const first = await opened({ width: 390 });
  first.scene.dispatch({ t: "scrolled", list: all, anchor: anchor("b2", 1) });
  first.scene.dispatch(openItem("b2"));
  first.scene.dispatch({ t: "present", presentation: { ...editor, id: "b2" } });
  const before = first.scene.state;
  first.browser.reload();
  const { browser, scene } = await opened({ browser: first.browser });
  assert.deepEqual(scene.state, before);
  assert.equal(scene.id, first.scene.id);
  browser.travel(-2);
  assert.deepEqual(path(scene), []);
  assert.equal(scene.state.lists.all.anchor.id, "b2");
});

test("a reload at an older entry restores what that entry showed", async () => {
  const first = await opened({ width: 390 });
  first.scene.dispatch(openItem("b1"));
  first.scene.dispatch({ t: "selectTab", tab: "feed" });
  first.browser.leave();
  const session = new Map(first.browser.session);
  first.browser.travel(-1);
  first.browser.reload();
  first.browser.session.clear();
  for (const [key, value] of session) first.browser.session.set(key, value);
  const { scene } = await opened({ browser: first.browser });
  assert.deepEqual(path(scene), [book("b1")]);
  assert.equal(scene.state.tab, "library");
});

test("what a window is going to show is known before its library is", async () => {
  const first = await opened({ width: 390 });
  first.scene.dispatch({ t: "setSort", list: all, sort: { by: "title", desc: false } });
  first.scene.dispatch({ t: "scrolled", list: all, anchor: anchor("b2", 1) });
  first.scene.dispatch(openItem("b1"));
  first.scene.dispatch({ t: "selectTab", tab: "feed" });
  first.browser.leave();
  const windows = [
    () => fakeWindow({ url: "/", shared: first.browser.shared }),
    () => fakeWindow({ url: "/library/status/read?sort=title", shared: first.browser.shared }),
    () => fakeWindow({ url: first.browser.url, session: new Map(first.browser.session) }),
    () => fakeWindow({ url: "/library/all", session: new Map(first.browser.session) }),
  ];
  for (const open of windows) {
    const browser = open();
    const foreseen = foreseenScene(recallScene(browser.window), browser.window);
    assert.deepEqual((await opened({ browser })).scene.state, foreseen);
  }
});

test("a duplicated tab is another scene with a copy of the state", async () => {
  const first = await opened();
  first.scene.dispatch(openItem("b1"));
  first.browser.leave();
  const copy = fakeWindow({
    url: first.browser.url, session: new Map(first.browser.session), shared: first.browser.shared,
    locks: first.browser.locks,
  });
  const { scene } = await opened({ browser: copy });
  assert.notEqual(scene.id, first.scene.id);
  assert.deepEqual(path(scene), [book("b1")]);
  assert.equal(copy.history.state.scene, scene.id);
});

/** A window that follows another and has been sent a link. */
async function bound() {
  const first = await opened();
  const source = { device: "ipad", scene: "s9" };
  first.scene.dispatch({ t: "followStart", source, following: null, nav: first.scene.state, lib: 1 });
  const link = "/library/all/book/b2";
  const incoming = { id: "m1", from: "ipad", link, lib: 1, at: 5 };
  first.scene.dispatch({ t: "incoming", incoming, policy: "ask", idle: false });
  assert.deepEqual([first.scene.local.following, first.scene.local.inbox.length], [source, 1]);
  return first;
}

test("a duplicate follows nobody, and the links that were sent are its original's", async () => {
  const first = await bound();
  first.browser.leave();
  const copy = fakeWindow({
    url: first.browser.url, session: new Map(first.browser.session), shared: first.browser.shared,
    locks: first.browser.locks,
  });
  const { scene } = await opened({ browser: copy });
  assert.deepEqual([scene.local.following, scene.local.inbox], [null, []]);
  // The same goes for one that learns of its original later.
  const late = await bound();
  const former = late.scene.id;
  assert.notEqual(await late.scene.fork(), former);
  assert.deepEqual([late.scene.local.following, late.scene.local.inbox], [null, []]);
});

test("a duplicate of a private window is private, and what is looked for there goes to no other", async () => {
  const first = await opened();
  first.scene.bear({ isPrivate: true });
  first.scene.dispatch({ t: "setQuery", list: all, q: "sea" });
  first.browser.leave();
  const copy = fakeWindow({
    url: first.browser.url, session: new Map(first.browser.session), shared: first.browser.shared,
    locks: first.browser.locks,
  });
  assert.equal((await opened({ browser: copy })).scene.bearing.isPrivate, true);
  const next = await opened({ browser: fakeWindow({ shared: first.browser.shared }) });
  assert.equal(next.scene.state.lists.all?.q ?? "", "");
  assert.equal(next.scene.bearing.isPrivate, false);
});

test("a window shows what the server has of it, unless it was opened with an address", async () => {
  const server = await opened();
  server.scene.dispatch(openItem("b2"));
  const left = await opened();
  left.browser.leave();
  const again = fakeWindow({ url: left.browser.url, session: new Map(left.browser.session) });
  const { scene } = await opened({ browser: again });
  assert.equal(scene.isLinked, false);
  scene.revive(server.scene.state);
  assert.deepEqual(path(scene), [book("b2")]);
  const linked = await opened({ browser: fakeWindow({
    url: "/library/all/book/b1", session: new Map(left.browser.session),
  }) });
  assert.equal(linked.scene.isLinked, true);
  linked.scene.revive(server.scene.state);
  assert.deepEqual(path(linked.scene), [book("b1")]);
});

test("a new window takes the lists of the last one and its place from its address", async () => {
  const first = await opened();
  first.scene.dispatch({ t: "setSort", list: all, sort: { by: "title", desc: false } });
  first.scene.dispatch(openItem("b1"));
  first.browser.leave();
  const { scene } = await opened({ url: "/library", shared: first.browser.shared });
  assert.notEqual(scene.id, first.scene.id);
  assert.deepEqual(path(scene), []);
  assert.equal(scene.state.lists.all.sort.by, "title");
});

test("the layout follows the container's width, with a gap between the two bounds", async () => {
  const { browser, scene, heard } = await opened({ width: 719 });
  assert.equal(scene.layout, "narrow");
  const before = scene.state;
  browser.resize(720);
  assert.equal(scene.layout, "wide");
  browser.resize(696);
  assert.equal(scene.layout, "wide");
  browser.resize(695);
  assert.equal(scene.layout, "narrow");
  assert.deepEqual(outputs(heard), [["reproject"], ["reproject"]]);
  assert.equal(scene.state, before, "the layout is not in the state");
});

test("a hidden page does not change its layout until it is shown", async () => {
  const { browser, scene } = await opened({ width: 390 });
  browser.hide();
  browser.resize(1280);
  assert.equal(scene.layout, "narrow");
  browser.show();
  assert.equal(scene.layout, "wide");
});

test("what dies elsewhere makes no history; what dies here makes no notice", async () => {
  const { browser, library, scene, heard } = await opened({ width: 390 });
  scene.dispatch(openItem("b1"));
  const entries = browser.history.length;
  library.delete("book", "b1", true);
  assert.deepEqual(path(scene), []);
  const [entry, notice] = heard.at(-1).outputs;
  assert.deepEqual([entry, notice], [["history", "replace"], ["notice", "gone", "b1"]]);
  assert.equal(browser.history.length, entries);
  scene.dispatch(openItem("b2"));
  library.delete("book", "b2", false);
  assert.ok(!heard.at(-1).outputs.some(([kind]) => kind === "notice"));
});

test("a change that concerns nobody here tells nobody", async () => {
  const { library, heard } = await opened();
  library.put("book", "b9");
  assert.equal(heard.length, 0);
});

test("a link to a book that has not come yet waits five seconds for it", async () => {
  const { browser, library, scene, heard } = await opened({ url: "/library/all/book/b77" });
  assert.deepEqual(path(scene), [book("b77")]);
  library.changed(true);
  assert.deepEqual(path(scene), [book("b77")]);
  browser.advance(4999);
  assert.deepEqual(path(scene), [book("b77")]);
  browser.advance(1);
  assert.deepEqual(path(scene), []);
  const told = outputs(heard).filter(([kind]) => kind === "notice");
  assert.deepEqual(told, [["notice", "gone", "b77"]]);
});

test("a book that comes in time stays", async () => {
  const { browser, library, scene } = await opened({ url: "/library/all/book/b77" });
  library.put("book", "b77");
  browser.advance(5000);
  assert.deepEqual(path(scene), [book("b77")]);
});

test("before the first sync nothing that is absent is dead", async () => {
  const { browser, library, scene } = await opened({
    url: "/library/all/book/b77", library: scenesLibrary([], { cursor: 0 }),
  });
  browser.advance(60_000);
  assert.deepEqual(path(scene), [book("b77")]);
  library.changed(true);
  assert.deepEqual(path(scene), []);
});

test("a window that comes back from the page cache is repaired", async () => {
  const { browser, library, scene } = await opened({ width: 390 });
  scene.dispatch(openItem("b1"));
  browser.leave();
  library.get("book", "b1").deleted = true;
  library.cursor += 1;
  browser.return();
  assert.deepEqual(path(scene), []);
});

test("a storage that throws costs the memory, never the window", async () => {
  const browser = fakeWindow({});
  browser.window.sessionStorage.setItem = () => { throw new Error("full"); };
  const { scene } = await opened({ browser });
  scene.dispatch(openItem("b1"));
  browser.leave();
  assert.deepEqual(path(scene), [book("b1")]);
});

test("a history that refuses a write keeps the place", async () => {
  const { browser, scene } = await opened();
  browser.history.pushState = () => { throw new Error("too many"); };
  scene.dispatch(openItem("b1"));
  assert.deepEqual(path(scene), [book("b1")]);
});

test("a closed scene hears nothing any more", async () => {
  const { browser, library, scene, heard } = await opened();
  scene.close();
  library.delete("book", "b1");
  browser.resize(390);
  browser.travel(-1);
  assert.equal(heard.length, 0);
});
