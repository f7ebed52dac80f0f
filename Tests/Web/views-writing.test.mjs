import assert from "node:assert/strict";
import { test } from "node:test";
import english from "./support/english.mjs";
import { createMessages } from "../../Web/messages/messages.js";
import { createDeeds } from "../../Web/views/deeds.js";
import { changeOf, formOf, madeOn, seenIn } from "../../Web/views/book-form.js";
import { createDrafts, draftIn } from "../../Web/views/drafts.js";
import { createLeftTexts } from "../../Web/views/left-texts.js";
import { Writing } from "../../Web/views/writing.js";
import { FakeBrowser, quiet, until } from "./support/fake-browser.mjs";
import { ModelServer } from "./support/model-server.mjs";

const messages = createMessages("en", english);
const setting = (note) => [{ e: "book", id: "b1", set: { note } }];
const noteOf = ({ library }) => library.get("book", "b1")?.fields.note;
const isSaved = ({ library }) => library.status().state === "saved";

/** A laptop and a phone with the same book, and the places where the laptop's windows keep drafts. */
async function devices() {
  const server = new ModelServer();
  const [laptop, phone] = await Promise.all(
    ["laptop", "phone"].map((device) => new FakeBrowser({ server, device }).open()),
  );
  await laptop.library.edit([{ e: "book", id: "b1", create: true, set: { title: "Emma", note: "A." } }]);
  await until(() => [laptop, phone].every((tab) => noteOf(tab) === "A." && isSaved(tab)));
  return { server, laptop, phone, storage: fakeStorage() };
}

function fakeStorage() {
  const items = new Map();
  return {
    isFull: false,
    getItem: (key) => items.get(key) ?? null,
    setItem(key, value) {
      if (this.isFull) throw new Error("QuotaExceededError");
      items.set(key, value);
    },
  };
}

/** A window among those that are `open` in its browser. */
function windowOf(storage, id, open) {
  const alone = (work) => (storage.turn = (storage.turn ?? Promise.resolve()).then(work));
  return { id, knowsOthers: true, isOpen: async (other) => open.includes(other), alone };
}

/** The box of a text in a window of a device: that of the book's note, where it is not said. */
function box({ library }, storage, { window = "w1", open = [], of = ["book", "b1"], field = "note" } = {}) {
  const notices = [];
  const notify = (sentence) => void notices.push(sentence);
  const parts = {
    library, messages, notify, drafts: createDrafts(storage), windows: windowOf(storage, window, open),
    deeds: createDeeds({ library, messages, notify, newId: () => "new", now: () => 1, today: () => "", random: () => 1 }),
  };
  const writing = new Writing(parts, library.get(...of), field);
  const follow = () => writing.follow(library.get(...of));
  writing.draw = follow;
  follow();
  return { writing, notices, follow, deeds: parts.deeds, texts: parts.drafts.texts };
}

test("what two tabs write at once is in both", async () => {
  const { server, laptop: phone, storage } = await devices();
  const browser = new FakeBrowser({ server, device: "desktop" });
  const tabs = [await browser.open(), await browser.open()];
  await until(() => tabs.every((tab) => noteOf(tab) === "A." && isSaved(tab)));
  const [first, second] = tabs.map((tab) => box(tab, storage));
  first.writing.typed("START A.");
  second.writing.typed("A. END");
  await first.writing.flush();
  // Who is in the middle of a sentence goes on from their own words.
  await Promise.all([second.writing.flush(), second.writing.typed("A. END, and")]);
  await second.writing.flush();
  for (const tab of [...tabs, phone]) await until(() => noteOf(tab) === "START A. END, and");
  for (const { follow, writing } of [first, second]) {
    follow();
    assert.equal(writing.text, "START A. END, and");
  }
});

test("what another device wrote while somebody was typing goes together with their words", async () => {
  const { laptop, phone, storage } = await devices();
  const { writing, follow, deeds, texts } = box(laptop, storage);
  writing.typed("Mine first. A.");
  await phone.library.edit(setting("A. Phone's sentence."));
  await until(() => noteOf(laptop) === "A. Phone's sentence.");
  follow();
  assert.equal(writing.text, "Mine first. A.", "nothing touches the words under their cursor");
  await writing.flush();
  await until(() => noteOf(phone) === "Mine first. A. Phone's sentence.");
  assert.equal(writing.text, "Mine first. A. Phone's sentence.");
  assert.deepEqual(texts.names(), []);
  deeds.undo();
  await until(() => noteOf(phone) === "A. Phone's sentence.");
});

test("who goes on typing after their words went has still not seen what came in between", async () => {
  const { laptop, phone, storage } = await devices();
  const { writing } = box(laptop, storage);
  writing.typed("Mine. A.");
  await phone.library.edit(setting("A. Phone's sentence."));
  await until(() => noteOf(laptop) === "A. Phone's sentence.");
  const sending = writing.flush();
  writing.typed("Mine first. A.");
  await sending;
  assert.equal(writing.text, "Mine first. A.");
  await writing.flush();
  assert.equal(noteOf(laptop), "Mine first. A. Phone's sentence.", "it shows so at once");
  await until(() => noteOf(phone) === "Mine first. A. Phone's sentence.");
});

test("over a text that nobody else has touched, words are written as they were typed", async () => {
  const { laptop, phone, storage } = await devices();
  const { writing, texts } = box(laptop, storage);
  for (const text of ["B.", "B. C.", "", "D."]) {
    writing.typed(text);
    await writing.flush();
    await until(() => (noteOf(phone) ?? "") === text);
  }
  writing.typed("D. E");
  writing.typed("D.");
  assert.deepEqual(texts.names(), [], "what is as it was is no draft");
});

test("words that were not saved when the page went are there again, and go together with what came", async () => {
  const { laptop, phone, storage } = await devices();
  box(laptop, storage).writing.typed("Mine first. A.");
  await phone.library.edit(setting("A. Phone's sentence."));
  await until(() => noteOf(laptop) === "A. Phone's sentence.");
  const { writing, texts } = box(laptop, storage);
  assert.equal(writing.text, "A. Phone's sentence.");
  const resuming = writing.resume();
  await quiet();
  await resuming;
  await until(() => noteOf(phone) === "Mine first. A. Phone's sentence.");
  assert.equal(writing.text, "Mine first. A. Phone's sentence.");
  assert.deepEqual(texts.names(), []);
});

test("a window leaves alone what is being written in another, until that one is no more", async () => {
  const { laptop, storage } = await devices();
  box(laptop, storage).writing.typed("Mine. A.");
  const beside = box(laptop, storage, { window: "w2", open: ["w1", "w2"] });
  await beside.writing.resume();
  assert.equal(beside.writing.text, "A.");
  assert.deepEqual(beside.texts.names(), ["b1/note/w1"]);
  const later = box(laptop, storage, { window: "w2", open: ["w2"] });
  await later.writing.resume();
  assert.equal(noteOf(laptop), "Mine. A.");
  assert.deepEqual(later.texts.names(), []);
});

/** What sends, in a window, the words that stand in no box of it. */
function left({ library }, storage, { window = "w2", open = ["w2"], boxes = [] } = {}) {
  const { texts } = createDrafts(storage);
  const windows = windowOf(storage, window, open);
  return { texts, ...createLeftTexts({ library, texts, windows, isWritten: (name) => boxes.includes(name) }) };
}

test("words of a window that is no more go without a box, on what was seen when they were written", async () => {
  const { laptop, phone, storage } = await devices();
  box(laptop, storage).writing.typed("Mine first.\f A.");
  await phone.library.edit(setting("A. Phone's sentence."));
  await until(() => noteOf(laptop) === "A. Phone's sentence.");
  const { texts, send } = left(laptop, storage);
  await send();
  await until(() => noteOf(phone) === "Mine first. A. Phone's sentence.");
  assert.deepEqual(texts.names(), []);
});

test("so do those that this window's former page left, unless a box of this one has them", async () => {
  const { laptop, storage } = await devices();
  box(laptop, storage).writing.typed("Mine. A.");
  const here = { window: "w1", open: ["w1"] };
  await left(laptop, storage, { ...here, boxes: ["b1/note"] }).send();
  assert.equal(noteOf(laptop), "A.");
  const { texts, send } = left(laptop, storage, here);
  await send();
  assert.equal(noteOf(laptop), "Mine. A.");
  assert.deepEqual(texts.names(), []);
});

test("of two windows one sends what a third has left, and none what is being written in an open one", async () => {
  const { server, laptop, storage } = await devices();
  box(laptop, storage).writing.typed("Mine. A.");
  const beside = ["w2", "w3"].map((window) => left(laptop, storage, { window, open: ["w1", "w2", "w3"] }));
  await Promise.all(beside.map(({ send }) => send()));
  assert.deepEqual([noteOf(laptop), beside[0].texts.names()], ["A.", ["b1/note/w1"]]);
  const later = ["w2", "w3"].map((window) => left(laptop, storage, { window, open: ["w2", "w3"] }));
  const again = later.map(({ send }) => send());
  await Promise.all([...later.map(({ send }) => send()), ...again]);
  await until(() => isSaved(laptop));
  assert.deepEqual([noteOf(laptop), later[0].texts.names()], ["Mine. A.", []]);
  assert.equal(server.state.log.length, 2, "once");
});

test("a window that has words of its own on their way leaves those of another where they are", async () => {
  const { laptop, storage } = await devices();
  const { texts, send } = left(laptop, storage, { boxes: ["b1/note"] });
  box(laptop, storage).writing.typed("START A.");
  box(laptop, storage, { window: "w2" }).writing.typed("A. END");
  await send();
  assert.deepEqual(texts.names(), ["b1/note/w1", "b1/note/w2"]);
});

test("words that cannot be sent without a box stay a draft", async () => {
  const { server, laptop, storage } = await devices();
  const { texts, send } = left(laptop, storage);
  const { library } = laptop;
  const made = { base: 0, was: {} };
  const drafts = {
    "b1/note/w0": { text: "long ".repeat(20_001), made },
    "b1/review/w0": { text: "On what?" },
    "b9/review/w0": { text: "Not here.", made },
    "n1/text/w0": { text: "Deleted.", made },
    "conflict:c1": { text: "Worked together." },
    "b1/title/w0": { text: "Of no box.", made },
  };
  await library.edit([{ e: "note", id: "n1", create: true, set: { book: "b1" } }]);
  await library.edit([{ e: "note", id: "n1", delete: true }]);
  await until(() => isSaved(laptop));
  for (const [name, draft] of Object.entries(drafts)) texts.keep(name, draft);
  const before = server.state.log.length;
  await send();
  assert.deepEqual(texts.names(), Object.keys(drafts));
  library.close();
  texts.keep("b1/note/w9", { text: "Mine. A.", made });
  await send();
  assert.equal(texts.get("b1/note/w2").text, "Mine. A.", "what could not be kept after all is this window's");
  assert.equal(server.state.log.length, before);
});

test("a draft that the library holds already is let go of, and so is none of another book", async () => {
  const { server, laptop, storage } = await devices();
  const { writing, texts } = box(laptop, storage);
  texts.keep("b1/note/w0", { text: "A.", made: { base: 0 } });
  texts.keep("b1/review/w0", { text: "Another.", made: { base: 0 } });
  await writing.resume();
  await quiet();
  assert.deepEqual(texts.names(), ["b1/review/w0"]);
  assert.equal(server.state.log.length, 1);
});

test("words that this device does not take stay in their box, and say what is to be done", async () => {
  const { laptop, storage } = await devices();
  const { writing, notices, follow, texts } = box(laptop, storage);
  const [long, longer] = ["\u{1f4d6}".repeat(80_000), "\u{1f4da}".repeat(80_000)];
  writing.typed(long);
  const first = writing.flush();
  writing.typed(longer);
  await Promise.all([first, writing.flush()]);
  follow();
  assert.equal(writing.text, longer);
  assert.match(notices[0], /shorten its text\. What you wrote stays/);
  assert.equal(texts.get("b1/note/w1").text, longer);
  writing.typed(long);
  follow();
  assert.equal(writing.text, long, "which the library does not hold either");
  writing.typed("Short. A.");
  await writing.flush();
  assert.equal(noteOf(laptop), "Short. A.");
  assert.deepEqual(texts.names(), []);
});

test("what no text may hold is left out of what is sent, and out of the box", async () => {
  const { laptop, phone, storage } = await devices();
  const { writing, texts } = box(laptop, storage);
  writing.typed("A PDF.\f Page\0 two.\n\tHalf \ud83d of\u0085 it \u{1f4d6}\v.");
  await writing.flush();
  const clean = "A PDF. Page two.\n\tHalf  of it \u{1f4d6}.";
  await until(() => noteOf(phone) === clean);
  assert.equal(writing.text, clean);
  assert.deepEqual([texts.names(), laptop.library.problems()], [[], []]);
  writing.typed(`${clean}\f`);
  await writing.flush();
  assert.deepEqual([writing.text, texts.names()], [clean, []], "which says the same");
});

test("a text that is too long is not sent: it stays in its box and its draft, and says why", async () => {
  const { server, laptop, storage } = await devices();
  const { writing, notices, follow, texts } = box(laptop, storage);
  const long = "long ".repeat(20_001);
  writing.typed(long);
  const { reason, values } = writing.problem;
  assert.deepEqual([reason, values], ["characters", { max: 100_000, count: 100_005 }]);
  await writing.flush();
  await quiet();
  follow();
  assert.match(notices[0], /^Private note must have at most 100,000 .* What you wrote stays/);
  assert.deepEqual([writing.text, texts.get("b1/note/w1").text], [long, long]);
  assert.deepEqual([server.state.log.length, laptop.library.problems()], [1, []]);
  writing.typed(long.slice(0, 100_000));
  assert.equal(writing.problem, null);
  await writing.flush();
  assert.equal(noteOf(laptop), long.slice(0, 100_000));
  assert.deepEqual(texts.names(), []);
});

test("where a quote stands is kept as it is typed, and takes nothing from whoever says otherwise", async () => {
  const { laptop, phone, storage } = await devices();
  const placeOf = ({ library }) => library.get("note", "n1")?.fields.location;
  const quote = { of: ["note", "n1"], field: "location" };
  await laptop.library.edit([{ e: "note", id: "n1", create: true, set: { book: "b1", form: "quote" } }]);
  await until(() => phone.library.get("note", "n1") && isSaved(laptop));
  const { library } = laptop;
  const [seen, made] = [library.cursor, []];
  const edit = library.edit.bind(library);
  library.edit = (changes, making) => edit(changes, made[made.push(making) - 1]);
  box(laptop, storage, quote).writing.typed(" p. 1\t");
  await phone.library.edit([{ e: "note", id: "n1", set: { location: "chapter 4" } }]);
  await until(() => placeOf(laptop) === "chapter 4");
  const { writing, follow, texts } = box(laptop, storage, quote);
  await writing.resume();
  assert.deepEqual([writing.text, placeOf(laptop), texts.names()], ["p. 1", "p. 1", []]);
  writing.typed("p. 12 ");
  await writing.flush();
  await until(() => placeOf(phone) === "p. 12");
  // So the server keeps both for a person to choose; and nothing of a line is worked together.
  assert.deepEqual(made.map(({ base, was }) => [base, was]), [[seen, {}], [seen, {}]]);
  follow();
  writing.typed("  ");
  await writing.flush();
  await until(() => !placeOf(phone));
  assert.equal(writing.text, "");
});

test("a page that keeps no edits any more leaves the words in their box and their draft", async () => {
  const { laptop, storage } = await devices();
  const { writing, notices, follow, texts } = box(laptop, storage);
  laptop.library.close();
  writing.typed("Mine. A.");
  await writing.flush();
  follow();
  assert.equal(writing.text, "Mine. A.");
  assert.match(notices[0], /Reload it\. What you wrote stays/);
  assert.deepEqual(texts.names(), ["b1/note/w1"]);
});

test("a draft of an editor is sent on what the editor showed, whenever that is", async () => {
  const { laptop, phone, storage } = await devices();
  const monday = createDrafts(storage);
  const book = laptop.library.get("book", "b1");
  const before = formOf(book);
  monday.keep("b1", { ...before, title: "Emma, or", note: "Mine first. A." }, before, seenIn(laptop.library, book));
  await phone.library.edit([{ e: "book", id: "b1", set: { note: "A. Phone's sentence.", rating: 500 } }]);
  await until(() => noteOf(laptop) === "A. Phone's sentence.");

  const { form, before: shown, seen } = createDrafts(storage).get("b1");
  assert.equal(seen.base, 1);
  const change = { ...changeOf(shown, form), e: "book", id: "b1" };
  const made = madeOn(seen, shown, change);
  assert.deepEqual(made, { ...seen, was: { "book/b1": { note: "A." } } });
  const { deeds } = box(laptop, storage);
  assert.ok(await deeds.edit([change], { made }));
  await until(() => noteOf(phone) === "Mine first. A. Phone's sentence.");
  const { title, rating } = phone.library.get("book", "b1").fields;
  assert.deepEqual([title, rating], ["Emma, or", 500]);
  assert.equal(madeOn(undefined, shown, change), undefined, "drafts of old did not say");
});

test("drafts that a storage does not take say so, and last as long as the page", () => {
  const storage = fakeStorage();
  const drafts = createDrafts(storage);
  drafts.keep("b1", { title: "X" }, { title: "Y" }, { base: 3 });
  assert.ok(drafts.isWritten("b1"));
  assert.deepEqual(createDrafts(storage).get("b1"), { form: { title: "X" }, before: { title: "Y" }, seen: { base: 3 } });
  storage.isFull = true;
  drafts.keep("b2", { title: "X" }, { title: "Y" });
  assert.ok(drafts.isWritten("b1"));
  assert.ok(!drafts.isWritten("b2"));
  assert.equal(drafts.get("b2").form.title, "X");
  storage.isFull = false;
  drafts.keep("b3", { title: "X" }, { title: "Y" });
  assert.ok(drafts.isWritten("b2"), "they are written with the next");
  assert.ok(createDrafts(storage).get("b2"));
});

test("each window has its own draft of an editor, and finds those of others, the newest first", () => {
  const storage = fakeStorage();
  const [first, second] = [{ id: "w1" }, { id: "w2" }];
  const drafts = createDrafts(storage);
  for (const name of ["b1", draftIn(first, "b1"), draftIn(second, "b1"), draftIn(first, "b10"), "new/w3"]) {
    drafts.keep(name, { title: name }, { title: "" });
  }
  drafts.keep(draftIn(first, "b1"), { title: "Again" }, { title: "" });
  const later = createDrafts(storage);
  const itself = (id) => id;
  assert.deepEqual(later.elsewhere({ id: "w3" }, "b1", itself), ["b1/w1", "b1/w2", "b1"], "those of old have no window");
  assert.deepEqual(later.elsewhere(second, "b1", itself), ["b1/w1", "b1"]);
  assert.deepEqual(later.elsewhere(second, "new", itself), ["new/w3"]);
  later.drop(draftIn(second, "b1"));
  assert.equal(createDrafts(storage).get("b1/w1").form.title, "Again");
});

test("no draft, and no text, makes way for another", () => {
  const storage = fakeStorage();
  const drafts = createDrafts(storage);
  const names = Array.from({ length: 100 }, (_, at) => `b${at}`);
  for (const name of names) {
    drafts.keep(name, { title: name }, { title: "" });
    drafts.texts.keep(`${name}/review/w1`, { text: name });
  }
  const later = createDrafts(storage);
  assert.deepEqual(names.filter((name) => later.get(name)?.form.title !== name), []);
  assert.equal(later.texts.names().length, names.length);
  storage.isFull = true;
  drafts.keep("last", { title: "X" }, { title: "" });
  assert.equal(drafts.get("b0").form.title, "b0");
  assert.deepEqual([drafts.isWritten("b0"), drafts.isWritten("last")], [true, false]);
});
