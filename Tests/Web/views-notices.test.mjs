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
