import assert from "node:assert/strict";
import test from "node:test";
import { busyRetryMilliseconds } from "../../Web/scene/limits.js";
import { openPresence } from "../../Web/scene/presence.js";
import { openScene } from "../../Web/scene/scene.js";
import { Line } from "../../Web/transport/line.js";
import { fakeWindow, scenesLibrary } from "./support/fake-window.mjs";

const settled = () => new Promise((resolve) => setImmediate(resolve));
const openItem = (id) => ({ t: "openItem", route: { k: "book", id } });

/** A window among others; `said` is what the server hears of it, `told` what its views hear. */
async function opened({ browser = fakeWindow({ width: 390 }), policy = "ask" } = {}) {
  browser.window.navigator.locks.query ??= async () => ({
    held: [...browser.locks].map((name) => ({ name })),
  });
  const said = [];
  const library = Object.assign(scenesLibrary(), { line: new Line((message) => said.push(message)), clockOffset: 0 });
  const scene = await openScene({ library, container: browser.container, window: browser.window });
  const presence = await openPresence({
    scene, library, nameOf: (number) => `Window ${number}`, policy: () => policy, window: browser.window,
  });
  const told = [];
  presence.subscribe((news) => news.type !== "changed" && told.push(news));
  const hear = (message) => library.line.heard(message);
  return { browser, library, scene, presence, said, told, hear, ofType: (t) => said.filter((each) => each.t === t) };
}

/** The same, with a connection and its scene attached. */
async function online(options) {
  const parts = await opened(options);
  parts.library.line.connected("c1");
  attach(parts);
  await settled();
  return parts;
}

function attach({ hear, scene }, epoch = 1) {
  hear({ t: "scene.attached", scene: scene.id, epoch, rev: 0, nav: null });
}

/** Another device's window, which shows book `id`. */
function other(scene, id, more = {}) {
  const { tabs } = scene.state;
  const library = { ...tabs.library, path: [{ k: "book", id }] };
  const nav = { ...scene.state, tab: "library", tabs: { ...tabs, library } };
  return {
    v: 1, device: "d2", scene: "ipad", name: "Window 1", epoch: 1, rev: 1, lib: 10, seen: Date.now(),
    layout: "wide", following: null, nav, ...more,
  };
}

const path = (scene) => scene.state.tabs[scene.state.tab].path.map(({ id }) => id);
const update = (scene, id, more) => ({ t: "scene.update", ...other(scene, id, more) });

test("what happens to a window in one go is published in one go", async () => {
  const { scene, ofType, browser } = await online();
  const before = ofType("scene.publish").length;
  browser.advance(1000);
  scene.dispatch(openItem("b1"));
  scene.dispatch({ t: "back" });
  scene.dispatch(openItem("b2"));
  await settled();
  const published = ofType("scene.publish").slice(before);
  assert.equal(published.length, 1);
  assert.deepEqual(published[0].nav.tabs.library.path, [{ k: "book", id: "b2" }]);
});

test("each connection attaches anew, and asks for the others only while somebody looks", async () => {
  const { library, presence, ofType } = await online();
  const unwatch = presence.companion.watch();
  library.line.connected(null);
  library.line.connected("c2");
  assert.equal(ofType("scene.attach").length, 2);
  assert.equal(ofType("scenes.watch").length, 2);
  unwatch();
  assert.equal(ofType("scenes.watch").at(-1).on, false);
});

test("a page that leaves tells its last place before it says that it is closed", async () => {
  const { browser, scene, said } = await online();
  scene.dispatch(openItem("b1"));
  browser.leave();
  assert.deepEqual(said.slice(-2).map(({ t }) => t), ["scene.publish", "scene.detach"]);
  assert.deepEqual(said.at(-2).nav.tabs.library.path, [{ k: "book", id: "b1" }]);
});

test("a scene that another live window has is left to it: a new id, the same place", async () => {
  const { browser, scene, hear, library, ofType } = await online();
  scene.dispatch(openItem("b1"));
  const former = scene.id;
  library.line.connected("c2");
  for (const wait of [0, ...busyRetryMilliseconds]) {
    browser.advance(wait);
    hear({ t: "scene.refused", scene: former, reason: "busy" });
  }
  await settled();
  assert.notEqual(scene.id, former);
  assert.equal(ofType("scene.attach").at(-1).scene, scene.id);
  assert.equal(JSON.parse(browser.session.get("dogear.scene")).id, scene.id);
  assert.equal(browser.history.state.scene, scene.id);
  assert.deepEqual(path(scene), ["b1"]);
});

test("a reload keeps counting where the window was", async () => {
  const first = await online();
  const { browser } = first;
  first.scene.dispatch(openItem("b1"));
  await settled();
  const { epoch, rev } = first.ofType("scene.publish").at(-1);
  browser.reload();
  const second = await opened({ browser });
  assert.equal(second.scene.id, first.scene.id);
  second.library.line.connected("c2");
  attach(second, epoch + 1);
  await settled();
  const [again] = second.ofType("scene.publish");
  assert.ok(again.epoch === epoch + 1 && again.rev > rev);
});

test("Continue takes over what the card showed, and says so when the source has gone on within five seconds", async () => {
  const { browser, scene, presence, hear, told, library } = await online();
  const unwatch = presence.companion.watch();
  hear({ t: "scenes", scenes: [other(scene, "b1")] });
  const [card] = presence.companion.windows;
  hear(update(scene, "b2", { rev: 2 }));
  presence.companion.continueFrom(card);
  assert.deepEqual(path(scene), ["b1"]);
  assert.deepEqual(told.map(({ type }) => type), ["elsewhere"]);
  assert.deepEqual(told[0].other.nav.tabs.library.path, [{ k: "book", id: "b2" }]);
  presence.companion.continueFrom(told[0].other);
  assert.deepEqual(path(scene), ["b2"]);
  browser.advance(5000);
  hear(update(scene, "b3", { rev: 3 }));
  assert.equal(told.length, 1, "later it is no news any more");
  unwatch();
  assert.equal(library.line.session, "c1");
});

test("the way back is offered for ten minutes, over a reload too", async () => {
  const { browser, scene, presence } = await online();
  presence.companion.continueFrom(other(scene, "b1"));
  assert.equal(presence.companion.canUndo(), true);
  browser.reload();
  const again = await opened({ browser });
  assert.equal(again.presence.companion.canUndo(), true);
  again.scene.bear({ continuedAt: Date.now() - 600_000 });
  assert.equal(again.presence.companion.canUndo(), false);
  again.scene.bear({ continuedAt: Date.now() });
  again.presence.companion.undo();
  assert.deepEqual(path(again.scene), []);
  assert.equal(again.presence.companion.canUndo(), false);
});

test("a follower goes where its leader goes, and its list that moves by that does not stop it", async () => {
  const { browser, scene, presence, hear } = await online();
  assert.equal(presence.companion.follow(other(scene, "b1")), "following");
  assert.deepEqual(path(scene), ["b1"]);
  browser.advance(5000);
  hear(update(scene, "b2", { rev: 2 }));
  assert.deepEqual(path(scene), ["b2"]);
  const anchor = { id: "b2", off: 0, idx: 1, near: [] };
  scene.dispatch({ t: "scrolled", list: { k: "all" }, anchor });
  assert.ok(scene.local.following);
  browser.window.emit("wheel");
  scene.dispatch({ t: "scrolled", list: { k: "all" }, anchor });
  assert.equal(scene.local.following, null);
  hear(update(scene, "b3", { rev: 3 }));
  assert.deepEqual(path(scene), ["b2"], "the place is kept");
});

test("whoever follows is resolved to the one they follow; a circle is refused", async () => {
  const { scene, presence, hear } = await online();
  presence.companion.watch();
  const leader = other(scene, "b3", { device: "d3", scene: "tv" });
  hear({ t: "scenes", scenes: [leader] });
  presence.companion.follow(other(scene, "b1", { following: { device: "d3", scene: "tv" } }));
  assert.deepEqual(scene.local.following, { device: "d3", scene: "tv" });
  assert.deepEqual(path(scene), ["b3"]);
  presence.companion.stop();
  const mine = { device: "d1", scene: scene.id };
  assert.equal(presence.companion.follow(other(scene, "b1", { following: mine })), "refused");
  assert.equal(presence.companion.isCircle(other(scene, "b1", { following: mine })), true);
});

test("following rests while the leader is silent, and ends when its window goes", async () => {
  const { browser, scene, presence, hear, told } = await online();
  presence.companion.follow(other(scene, "b1"));
  browser.advance(59_999);
  assert.equal(presence.companion.isPaused, false);
  browser.advance(1);
  assert.equal(presence.companion.isPaused, true);
  hear(update(scene, "b2", { rev: 2 }));
  assert.equal(presence.companion.isPaused, false);
  hear({ t: "scene.gone", device: "d2", scene: "ipad", reason: "private" });
  assert.equal(scene.local.following, null);
  assert.deepEqual(told, [{ type: "ended", reason: "private" }]);
  assert.deepEqual(path(scene), ["b2"]);
});

test("a leader that is not there any more after the connection was gone has closed", async () => {
  const { library, scene, presence, hear, told, ofType } = await online();
  presence.companion.follow(other(scene, "b1"));
  library.line.connected(null);
  library.line.connected("c2");
  assert.equal(ofType("scenes.watch").length, 2);
  hear({ t: "scenes", scenes: [] });
  assert.deepEqual(told, [{ type: "ended", reason: "closed" }]);
  assert.equal(scene.local.following, null);
});

const incoming = (id, more = {}) =>
  ({ t: "link.incoming", id, from: "d2", link: "/library/all/book/b2", lib: 0, at: 1, ...more });

test("a link that comes is asked about, and its answer is told; again where it comes again", async () => {
  const { library, scene, hear, ofType } = await online();
  hear(incoming("l1"));
  await settled();
  assert.equal(scene.local.inbox.length, 1);
  assert.deepEqual(path(scene), []);
  library.line.connected(null);
  scene.dispatch({ t: "answer", id: "l1", answer: "open" });
  assert.deepEqual(path(scene), ["b2"]);
  assert.deepEqual(ofType("link.answer"), []);
  library.line.connected("c2");
  for (const count of [1, 2]) {
    hear(incoming("l1"));
    await settled();
    assert.equal(scene.local.inbox.length, 0);
    assert.deepEqual(
      ofType("link.answer"), Array(count).fill({ t: "link.answer", id: "l1", answer: "opened" }));
  }
});

/** Two windows of one browser, and how one hears of what the other has kept. */
async function twoWindows() {
  const shared = new Map();
  const locks = new Set();
  const windows = [];
  for (let count = 0; count < 2; count += 1) {
    windows.push(await online({ browser: fakeWindow({ width: 390, shared, locks }) }));
  }
  const arrive = async (message) => {
    for (const { hear } of windows) hear(message);
    await settled();
    for (const { browser } of windows) browser.window.emit("storage", { key: "dogear.links" });
  };
  const shown = () => windows.map(({ scene }) => scene.local.inbox.map(({ id }) => id).join());
  return { windows, shared, locks, arrive, shown };
}

test("a link that waits is shown by the window that was used last when it comes again, and by no other", async () => {
  const { windows: [first, second], arrive, shown } = await twoWindows();
  await arrive(incoming("l1"));
  assert.deepEqual(shown(), ["", "l1"]);
  first.browser.show();
  await arrive(incoming("l1"));
  assert.deepEqual(shown(), ["l1", ""]);
  assert.deepEqual([...first.ofType("link.answer"), ...second.ofType("link.answer")], []);
  first.scene.dispatch({ t: "answer", id: "l1", answer: "open" });
  second.browser.show();
  await arrive(incoming("l1"));
  assert.deepEqual(shown(), ["", ""]);
  assert.equal(second.ofType("link.answer").at(-1).answer, "opened", "it says again what the other was told");
  assert.deepEqual(path(second.scene), []);
});

test("a tab that comes back finds no link there that was answered in another one", async () => {
  const { windows: [first, second], locks, arrive, shown } = await twoWindows();
  await arrive(incoming("l1"));
  const own = [...locks];
  second.browser.reload();
  for (const name of own) if (name !== `scene:${second.scene.id}`) locks.add(name);
  first.browser.show();
  first.hear(incoming("l1"));
  await settled();
  first.scene.dispatch({ t: "answer", id: "l1", answer: "dismiss" });
  const again = await opened({ browser: second.browser });
  assert.equal(again.scene.id, second.scene.id);
  assert.deepEqual(again.scene.local.inbox, []);
  assert.deepEqual(shown()[0], "");
});

test("by itself a link opens only after three seconds of rest, and again only after three more", async () => {
  const { browser, scene, hear, ofType } = await online({ policy: "auto" });
  browser.advance(10_000);
  browser.window.emit("keydown");
  browser.advance(2999);
  hear(incoming("l1"));
  await settled();
  assert.equal(scene.local.inbox.length, 1);
  browser.advance(1);
  hear(incoming("l2", { at: 9000 }));
  await settled();
  assert.deepEqual(path(scene), ["b2"]);
  hear(incoming("l3", { at: 20_000, link: "/library/all/book/b3" }));
  await settled();
  assert.deepEqual(path(scene), ["b2"]);
  assert.deepEqual(ofType("link.answer").map(({ id, answer }) => [id, answer]), [["l2", "opened"]]);
});

test("where links are refused the sender hears it, and nothing shows", async () => {
  const { scene, hear, ofType } = await online({ policy: "off" });
  hear(incoming("l1"));
  await settled();
  assert.equal(scene.local.inbox.length, 0);
  assert.equal(ofType("link.answer")[0].answer, "blocked");
});

test("a link goes to the window that was used last, unless that is closed", async () => {
  const { browser, scene, hear } = await online();
  browser.shared.set("dogear.focused", JSON.stringify(["elsewhere", scene.id]));
  browser.locks.add("scene:elsewhere");
  hear(incoming("l1"));
  await settled();
  assert.equal(scene.local.inbox.length, 0);
  browser.locks.delete("scene:elsewhere");
  hear(incoming("l2"));
  await settled();
  assert.equal(scene.local.inbox.length, 1);
});

test("where the browser cannot say which windows are open, a link is taken in all the same", async () => {
  const { browser, hear, scene } = await online();
  browser.window.navigator.locks.query = async () => {
    throw new DOMException("not now", "InvalidStateError");
  };
  hear(incoming("l1"));
  await settled();
  assert.deepEqual(scene.local.inbox.map(({ id }) => id), ["l1"]);
});

test("what becomes of a sent link is told as it changes, and nothing after its end", async () => {
  const { presence, said, hear, told, library } = await online();
  assert.equal(presence.postbox.send("d2", "/library/all/book/b1"), true);
  const { id, lib } = said.at(-1);
  assert.equal(lib, library.cursor);
  for (const state of ["sent", "delivered", "delivered", "opened", "dismissed"]) {
    hear({ t: "link.state", id, state });
  }
  hear({ t: "link.state", id: "somebody-elses", state: "opened" });
  assert.deepEqual(told.map(({ link }) => link.state), ["sent", "delivered", "opened"]);
  assert.deepEqual(told[0].link, { id, to: "d2", state: "sent" });
  library.line.connected(null);
  assert.equal(presence.postbox.send("d2", "/library"), false);
});

test("a link of which the server has said nothing is sent again with the next connection", async () => {
  const { presence, hear, ofType, library } = await online();
  assert.equal(presence.postbox.send("d2", "/library/all/book/b1"), true);
  library.line.connected(null);
  library.line.connected("c2");
  const [link, again, ...more] = ofType("link.send");
  assert.deepEqual([again, more], [link, []]);
  hear({ t: "link.state", id: link.id, state: "sent" });
  library.line.connected("c3");
  assert.equal(ofType("link.send").length, 2);
});

test("who shares nothing, or is private, is deleted and publishes no more", async () => {
  const { scene, presence, hear, ofType, library } = await online();
  const count = ofType("scene.publish").length;
  assert.equal(presence.setShare("off"), true);
  assert.deepEqual(ofType("scene.detach"), [{ t: "scene.detach", scene: scene.id, private: true }]);
  scene.dispatch(openItem("b1"));
  await settled();
  assert.equal(ofType("scene.publish").length, count);
  hear({ t: "scenes.share", share: "off" });
  hear({ t: "scenes.share", share: "full" });
  assert.equal(ofType("scene.attach").length, 2);
  attach({ hear, scene }, 2);
  presence.setPrivate(true);
  assert.equal(ofType("scene.detach").length, 2);
  library.line.connected(null);
  library.line.connected("c2");
  assert.equal(ofType("scene.attach").length, 2);
  presence.setPrivate(false);
  assert.equal(ofType("scene.attach").length, 3);
});

test("what a person chose to share into a connection that was dead holds, over a reload too", async () => {
  const { browser, presence, library, hear, ofType } = await online();
  for (const share of ["off", "full", "place"]) presence.setShare(share);
  hear({ t: "scenes.share", share: "full" });
  assert.equal(presence.share, "place");
  library.line.connected(null);
  library.line.connected("c2");
  assert.deepEqual(ofType("scenes.share").map(({ share }) => share), ["off", "full", "place", "place", "place"]);
  browser.reload();
  const again = await online({ browser });
  assert.equal(again.presence.share, "place");
  assert.equal(again.ofType("scenes.share").length, 1);
  again.hear({ t: "scenes.share", share: "full" });
  assert.equal(again.presence.share, "place");
  again.hear({ t: "scenes.share", share: "place" });
  again.library.line.connected("c3");
  assert.equal(again.ofType("scenes.share").length, 2, "once the server has heard it, nobody says it any more");
  again.hear({ t: "scenes.share", share: "full" });
  assert.equal(again.presence.share, "full");
});

test("where another window of the browser chose, this one does not take the server's word for it either", async () => {
  const { windows: [first, second] } = await twoWindows();
  first.presence.setShare("off");
  second.browser.window.emit("storage", { key: "dogear.share" });
  second.hear({ t: "scenes.share", share: "full" });
  assert.equal(second.presence.share, "off");
  second.hear({ t: "scenes.share", share: "off" });
  second.hear({ t: "scenes.share", share: "full" });
  assert.equal(second.presence.share, "full");
});

test("where site data is blocked, a window opens and forgets", async () => {
  const browser = fakeWindow({ width: 390 });
  for (const name of ["localStorage", "sessionStorage"]) {
    Object.defineProperty(browser.window, name, { get() { throw new Error("SecurityError"); } });
  }
  const { scene, presence, hear } = await opened({ browser });
  scene.dispatch(openItem("b1"));
  hear({ t: "scenes.share", share: "place" });
  assert.equal(presence.share, "place");
  browser.hide();
  browser.leave();
  assert.deepEqual(path(scene), ["b1"]);
});
