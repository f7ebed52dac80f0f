import { BookIndex } from "../../../Web/library/query.js";

export const byTitle = { by: "title", desc: false };
export const all = { k: "all" };

export function book(id, fields) {
  return { kind: "book", id, seq: 1, deleted: false, fields: { title: id, ...fields } };
}

export function indexOf(...books) {
  const index = new BookIndex("en");
  index.reset(books);
  return index;
}

export function ask(index, query = {}) {
  return index.query({ list: all, q: "", filters: {}, sort: byTitle, ...query });
}
