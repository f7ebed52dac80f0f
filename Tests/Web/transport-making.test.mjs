import assert from "node:assert/strict";
import { test } from "node:test";
import { FakeBrowser, quiet, until } from "./support/fake-browser.mjs";
import { ModelServer } from "./support/model-server.mjs";

const setting = (fields) => [{ e: "book", id: "b1", set: fields }];
const noteOf = ({ library }) => library.get("book", "b1")?.fields.note;
const isSaved = ({ library }) => library.status().state === "saved";

/** A laptop with two tabs and a phone, and a book with a note on all of them. */
async function threeTabs() {
  const server = new ModelServer();
  const browser = new FakeBrowser({ server, device: "laptop" });
  const leader = await browser.open();
  await until(() => isSaved(leader));
  const follower = await browser.open();
  const phone = await new FakeBrowser({ server, device: "phone" }).open();
  const made = [{ e: "book", id: "b1", create: true, set: { title: "Emma", note: "A." } }];
  await leader.library.edit(made);
  await until(() => [leader, follower, phone].every((tab) => noteOf(tab) === "A." && isSaved(tab)));
  return { server, browser, leader, follower, phone };
}

/** The ops of a browser, by what they set the note or the title to. */
const opWith = (browser, value) => [...browser.disk("dogear").ops.values()].find(
  ({ op }) => op.do.some(({ set = {} }) => Object.values(set).includes(value)),
)?.op;

for (const part of ["leader", "follower"]) {
  test(`what was begun before another device's words came goes together with them, in a ${part}`, async () => {
    const { browser, leader, follower, phone } = await threeTabs();
    const tab = part === "leader" ? leader : follower;
    const { library } = tab;
    const making = library.making(setting({ note: null }));
    await phone.library.edit(setting({ note: "A. Phone's sentence." }));
    await until(() => noteOf(tab) === "A. Phone's sentence.");
    tab.world.now = () => 1_700_000_009_000;
    await library.edit(setting({ note: "Mine first. A." }), making);
    assert.equal(noteOf(tab), "Mine first. A. Phone's sentence.", "it shows so at once");
    await until(() => noteOf(phone) === "Mine first. A. Phone's sentence.");
    await until(() => [leader, follower].every(isSaved));
    const op = opWith(browser, "Mine first. A.");
    assert.equal(op.base, making.base);
    assert.equal(op.at, 1_700_000_009_000, "when it was sent");
  });

  test(`what was begun before another tab's words came goes together with them, in a ${part}`, async () => {
    const { browser, leader, follower, phone } = await threeTabs();
    const [tab, other] = part === "leader" ? [leader, follower] : [follower, leader];
    const all = [leader, follower, phone];
    await phone.library.edit(setting({ note: "A. B. C." }));
    await until(() => all.every((each) => noteOf(each) === "A. B. C." && isSaved(each)));
    const making = tab.library.making(setting({ note: null }));
    await other.library.edit(setting({ note: "START A. B. C." }));
    await until(() => noteOf(phone) === "START A. B. C.");
    await phone.library.edit(setting({ note: "START A. Phone's B. C." }));
    await until(() => noteOf(tab) === "START A. Phone's B. C.");
    await tab.library.edit(setting({ note: "A. B. C. END" }), making);
    await until(() => all.every((each) => noteOf(each) === "START A. Phone's B. C. END"));
    const op = opWith(browser, "START A. B. C. END");
    assert.equal(op.base, making.base, "its author had not seen the phone's");
  });

  test(`an edit that somebody makes now on what they saw before is rejected to their face, in a ${part}`, async () => {
    const tabs = await threeTabs();
    const { library } = tabs[part];
    const making = library.making(setting({ note: null }));
    const long = setting({ note: "long ".repeat(100_000) });
    await assert.rejects(library.edit(long, making), { code: "editTooLarge" });
    assert.deepEqual(library.problems(), []);
    assert.equal(noteOf(tabs[part]), "A.");
  });

  test(`what was begun before the server was restored says what it counts in, in a ${part}`, async () => {
    const { server, browser, leader, follower, phone } = await threeTabs();
    const { library } = part === "leader" ? leader : follower;
    server.backUp();
    const making = library.making(setting({ note: null }));
    server.restore();
    const all = [leader, follower, phone];
    await quiet();
    for (const tab of all) tab.tick();
    await phone.library.edit(setting({ note: "A. Phone's sentence." }));
    await until(() => all.every((tab) => isSaved(tab) && noteOf(tab) === "A. Phone's sentence."));
    await library.edit(setting({ note: "Mine first. A." }), making);
    await until(() => noteOf(phone) === "Mine first. A. Phone's sentence.");
    assert.equal(opWith(browser, "Mine first. A.").epoch, "epoch-1");
  });

  test(`who goes on from an op that hides a newer value has not seen that, in a ${part}`, async () => {
    const { server, browser, leader, follower, phone } = await threeTabs();
    const [laptop] = server.connections;
    const receive = laptop.receive.bind(laptop);
    laptop.receive = (message, now) => (message.t === "push" ? undefined : receive(message, now));
    await leader.library.edit(setting({ title: "Mine" }));
    await phone.library.edit(setting({ title: "Theirs" }));
    const titleOf = ({ library }) => library.get("book", "b1").fields.title;
    await until(() => [leader, follower].every((tab) => tab.library.cursor === 2 && titleOf(tab) === "Mine"));
    await (part === "leader" ? leader : follower).library.edit(setting({ title: "Mine too" }));
    await until(() => opWith(browser, "Mine too"));
    assert.equal(opWith(browser, "Mine").base, 1);
    assert.equal(opWith(browser, "Mine too").base, 1);
  });
}

test("an edit made while its tab wakes counts from what showed when it was made", async () => {
  const { browser, leader, follower, phone } = await threeTabs();
  leader.freeze();
  await until(() => browser.server.connections.size === 2);
  await phone.library.edit(setting({ note: "A. Phone's sentence." }));
  await until(() => noteOf(follower) === "A. Phone's sentence.");
  leader.thaw();
  await leader.library.edit(setting({ note: "Mine first. A." }));
  await until(() => noteOf(phone) === "Mine first. A. Phone's sentence.");
});
