import assert from "node:assert/strict";
import test from "node:test";
import { openScene } from "../../Web/scene/scene.js";
import { fakeWindow, scenesLibrary } from "./support/fake-window.mjs";

const book = (id) => ({ k: "book", id });
const openItem = (id) => ({ t: "openItem", route: book(id) });

/** A phone with a book open, over which something stands that is no place. */
async function covered(browser = fakeWindow({ width: 390 })) {
  const parts = { library: scenesLibrary(), container: browser.container, window: browser.window };
  const scene = await openScene(parts);
  const heard = [];
  scene.subscribe((change) => heard.push(change));
  scene.dispatch(openItem("b1"));
  let leaves = 0;
  const left = scene.overlay(() => (leaves += 1));
  return { browser, scene, heard, left, leaves: () => leaves };
}

const path = (scene) => scene.state.tabs[scene.state.tab].path;

test("Back closes what stands over the place and nothing else; the next Back moves", async () => {
  const { browser, scene, heard, leaves } = await covered();
  assert.equal(browser.position, 2);
  assert.equal(browser.url, "/library/all/book/b1");
  heard.length = 0;
  browser.travel(-1);
  assert.equal(leaves(), 1);
  assert.deepEqual(path(scene), [book("b1")]);
  assert.equal(heard.length, 0, "the place is the same");
  browser.travel(-1);
  assert.equal(leaves(), 1);
  assert.deepEqual(path(scene), []);
});

test("what goes by itself takes its entry back, and what happens meanwhile waits", async () => {
  const { browser, scene, left, leaves } = await covered();
  left();
  scene.dispatch({ t: "push", route: book("b2") });
  browser.travel();
  assert.equal(leaves(), 0);
  assert.equal(browser.position, 2);
  assert.equal(browser.url, "/library/all/book/b1/book/b2");
  browser.travel(-1);
  assert.deepEqual(path(scene), [book("b1")]);
});

/** A phone with a list, in which something goes on that lets a person go elsewhere. */
async function loose(browser = fakeWindow({ width: 390 })) {
  const parts = { library: scenesLibrary(), container: browser.container, window: browser.window };
  const scene = await openScene(parts);
  let leaves = 0;
  const left = scene.overlay(() => {
    leaves += 1;
    left();
  }, true);
  return { browser, scene, left, leaves: () => leaves };
}

test("Back, whichever it is, ends what is loose and moves nothing; the next one moves", async () => {
  for (const back of ["ours", "the browser's"]) {
    const { browser, scene, leaves } = await loose();
    const { state } = scene;
    if (back === "ours") scene.dispatch({ t: "back" });
    else browser.travel(-1);
    if (back === "ours") browser.travel();
    assert.equal(leaves(), 1, back);
    assert.equal(scene.state, state);
    assert.equal(browser.position, 0);
    scene.dispatch({ t: "back" });
    assert.equal(leaves(), 1);
    assert.equal(scene.state.tabs.library.compact, "sidebar");
  }
});

test("whoever goes elsewhere ends what is loose, and Back from there leads to the place", async () => {
  const { browser, scene, leaves } = await loose();
  scene.dispatch({ t: "selectTab", tab: "search" });
  browser.travel();
  assert.equal(leaves(), 1);
  assert.equal(browser.position, 1);
  assert.equal(browser.url, "/search");
  browser.travel(-1);
  assert.equal(scene.state.tab, "library");
  assert.equal(browser.position, 0);
});

test("a sheet over what is loose closes first, and one that outlives it is passed over", async () => {
  const { browser, scene, left, leaves } = await loose();
  scene.dispatch({ t: "present", presentation: { style: "sheet", dest: "newBook", draft: "new", dirty: false } });
  scene.dispatch({ t: "back" });
  browser.travel();
  assert.equal(leaves(), 0);
  assert.deepEqual(scene.state.present, []);
  scene.dispatch({ t: "present", presentation: { style: "sheet", dest: "newBook", draft: "new", dirty: false } });
  left();
  browser.travel();
  assert.equal(scene.state.present.length, 1);
  assert.equal(browser.position, 2);
  browser.travel(-1);
  browser.travel();
  assert.deepEqual(scene.state.present, []);
  assert.equal(scene.isCovered, false);
});

test("one that goes under another takes its entry with it when that goes", async () => {
  const { browser, scene, left, leaves } = await covered();
  const leftUpper = scene.overlay(() => assert.fail("it has gone by itself"));
  left();
  assert.ok(scene.isCovered);
  leftUpper();
  browser.travel();
  browser.travel();
  assert.ok(!scene.isCovered);
  assert.equal(browser.position, 1);
  browser.travel(-1);
  assert.equal(leaves(), 0);
  assert.deepEqual(path(scene), []);
});

test("one that takes another's place has its own entry", async () => {
  const { browser, scene, left } = await covered();
  let leaves = 0;
  left();
  scene.overlay(() => (leaves += 1));
  browser.travel();
  assert.equal(browser.position, 2);
  assert.equal(leaves, 0);
  browser.travel(-1);
  assert.equal(leaves, 1);
  assert.deepEqual(path(scene), [book("b1")]);
});

test("a sheet over it is closed by Back first", async () => {
  const { browser, scene, leaves } = await covered();
  const editor = { style: "sheet", dest: "editBook", id: "b1", draft: "d1", dirty: false };
  scene.dispatch({ t: "present", presentation: editor });
  browser.travel(-1);
  assert.deepEqual(scene.state.present, []);
  assert.equal(leaves(), 0);
  browser.travel(-1);
  assert.equal(leaves(), 1);
  assert.deepEqual(path(scene), [book("b1")]);
});

test("a question over it goes with it, and the place stays", async () => {
  const { browser, scene, leaves } = await covered();
  scene.dispatch({ t: "present", presentation: { style: "alert", dest: "deleteBook", id: "b1" } });
  browser.travel(-1);
  assert.deepEqual(scene.state.present, []);
  assert.equal(leaves(), 1);
  assert.deepEqual(path(scene), [book("b1")]);
});

test("two steps at once close it and go where they lead", async () => {
  const { browser, scene, leaves } = await covered();
  browser.travel(-2);
  assert.equal(leaves(), 1);
  assert.deepEqual(path(scene), []);
});

test("Forward shows it no more, and no Back after that does nothing", async () => {
  const { browser, scene } = await covered();
  browser.travel(-1);
  browser.travel(1);
  assert.deepEqual(path(scene), [book("b1")]);
  browser.travel(-1);
  browser.travel();
  assert.deepEqual(path(scene), []);
});

test("after a reload it is gone, and so is its entry", async () => {
  const { browser } = await covered();
  browser.reload();
  const parts = { library: scenesLibrary(), container: browser.container, window: browser.window };
  const scene = await openScene(parts);
  browser.travel();
  assert.equal(browser.position, 1);
  assert.deepEqual(path(scene), [book("b1")]);
  browser.travel(-1);
  assert.deepEqual(path(scene), []);
});

test("of two that stand over each other Back closes the upper one, then the lower one", async () => {
  const { browser, scene, leaves } = await covered();
  let uppers = 0;
  scene.overlay(() => (uppers += 1));
  browser.travel(-1);
  assert.deepEqual([uppers, leaves()], [1, 0]);
  browser.travel(-1);
  assert.deepEqual([uppers, leaves()], [1, 1]);
  assert.deepEqual(path(scene), [book("b1")]);
});

test("both go before a place that is gone to, and leave no entry", async () => {
  const { browser, scene, leaves, left } = await covered();
  let uppers = 0;
  const upperLeft = scene.overlay(() => (uppers += 1, upperLeft(), left()));
  scene.dispatch({ t: "openLink", link: "/settings", cold: false, lib: 0 });
  browser.travel();
  browser.travel();
  assert.deepEqual([uppers, leaves()], [1, 1]);
  assert.equal(browser.position, 2);
  assert.equal(browser.url, "/settings");
  browser.travel(-1);
  assert.deepEqual(path(scene), [book("b1")]);
});
