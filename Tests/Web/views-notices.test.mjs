import assert from "node:assert/strict";
import { test } from "node:test";
import english from "./support/english.mjs";
import { createMessages } from "../../Web/messages/messages.js";
import { noticesOf } from "../../Web/views/notices.js";

const deleted = {
  kind: "book", id: "b1", seq: 10, at: 1000, by: "laptop", deleted: true, fields: { title: "Emma" },
};
const quote = (text, rest) => ({
  kind: "note", id: `n-${text}`, seq: 5, at: 500, by: "phone", fields: { book: "b1", text }, ...rest,
});

function told(notes, { book = deleted, device = "phone" } = {}) {
  const edits = [];
  const deeds = {
    restore: ({ id }) => edits.push(["restore", id]),
    undoable: async (lists) => edits.push(...lists),
  };
  const context = {
    library: {
      trash: () => [{ kind: "note", id: "other" }, book],
      list: () => [],
      deviceName: (id) => ({ laptop: "Laptop", phone: "Phone" })[id],
      device: { id: device },
    },
    books: { notes: (id) => (id === book.id ? notes : []), recovered: () => [] },
    messages: createMessages("en", english),
    deeds,
  };
  return { notices: noticesOf(context), edits };
}

test("what was written in a book that another device was deleting is told, with the way back", () => {
  const { notices, edits } = told([quote("One", { at: 1001 }), quote("", { at: 1002 }), quote("Old")]);
  const [{ key, text, choices }] = notices;
  assert.equal(key, "taken.b1");
  assert.match(text, /^Laptop deleted this book while Phone wrote in it\. .* with it: “One”$/);
  const [restore, letGo] = choices;
  restore.act();
  letGo.act();
  assert.deepEqual(edits, [["restore", "b1"], [{ e: "note", id: "n-One", delete: true }]]);
});

test("so is what the server heard of after the deletion, or has not heard of, however old", () => {
  assert.equal(told([quote("Late", { seq: 11 })]).notices.length, 1);
  assert.equal(told([quote("Waiting", { seq: 0 })]).notices.length, 1);
});

test("what its deleter knew of went with the book, and nothing is told", () => {
  assert.deepEqual(told([quote("Old")]).notices, []);
  // Our own deletion that the server has not heard of: the book's sequence is still the former one.
  const own = { book: { ...deleted, seq: 3 }, device: "laptop" };
  assert.deepEqual(told([quote("Old")], own).notices, []);
});

test("a book that was changed while it was joined is said to be kept, not deleted, and is one of its own", () => {
  const fields = { title: "Emma", "custom.dogear.joined": "b2", revived: { deleted: { by: "laptop" }, edited: { by: "phone" } } };
  const notice = (/** @type {object} */ more, titles = { b2: "Emma, illustrated" }) => {
    const edits = [];
    const context = {
      library: {
        trash: () => [], deviceName: (id) => ({ laptop: "Laptop", phone: "Phone" })[id],
        list: (kind) => (kind === "book" ? [{ kind, id: "b1", fields: { ...fields, ...more } }] : []),
      },
      books: {
        recovered: () => [], idOf: (id) => id,
        index: { get: (id) => titles[id] && { fields: { title: titles[id] } } },
      },
      messages: createMessages("en", english),
      deeds: { set: (_, set) => edits.push(set) },
    };
    const [{ text, choices: [keep] }] = noticesOf(context);
    keep.act();
    return { text, edits };
  };
  assert.deepEqual(notice({}), {
    text: "Laptop joined this book with “Emma, illustrated” while Phone was changing it, so it was kept. "
      + "Any dates, notes and loans it had are with that one now.",
    edits: [{ revived: null, "custom.dogear.joined": null }],
  });
  assert.match(notice({}, {}).text, /^Laptop joined this book with another one while Phone/);
  assert.deepEqual(notice({ "custom.dogear.joined": null }), {
    text: "Laptop deleted this book while Phone was changing it, so it was kept.", edits: [{ revived: null }],
  });
});
