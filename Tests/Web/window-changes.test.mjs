import assert from "node:assert/strict";
import { test } from "node:test";
import { JOINED_FIELD } from "../../Web/library/joined.js";
import { ChangingLibrary } from "./support/changing-library.mjs";
import { PlayedWindow } from "./support/played-window.mjs";

/** A window of three books; `play` gets it and its library. */
async function playing(play, { width } = {}) {
  const library = new ChangingLibrary();
  for (const id of ["a", "b", "c"]) library.come({ e: "book", id, create: true, set: { title: `Title ${id}` } });
  const window = await PlayedWindow.open(library, { width });
  try {
    await play(window, library);
  } finally {
    window.close();
  }
}

/** The other device finds that two books are one. */
const join = (library, id, into) => library.come({ e: "book", id, set: { [JOINED_FIELD]: into }, delete: true });

/** Writes a title over that of a book, and leaves its editor. */
async function leaveDraft(window, id, title) {
  await window.press(`row.${id}`);
  await window.press("detail.edit");
  await window.type("field.title", title);
  await window.press("sheet.editBook.cancel");
}

for (const [way, merge] of [["joined", join], ["found to be the same", (library, ...two) => library.alias(...two)]]) {
  test(`an edit that was left is gone on with in the book that its own was ${way} with`, () =>
    playing(async (window, library) => {
      await leaveDraft(window, "a", "Half a title");
      window.browser.advance(60_000);
      merge(library, "a", "b");
      await window.settle();
      await window.press("row.b");
      await window.press("detail.edit");
      assert.equal(window.$("field.title").value, "Half a title");
      await window.press("sheet.editBook.save");
      assert.equal(library.get("book", "b").fields.title, "Half a title");
    }));
}

test("it is the one that stays that is edited, also by the notice of the draft", () =>
  playing(async (window, library) => {
    await leaveDraft(window, "a", "Half a title");
    join(library, "a", "b");
    await window.settle();
    await window.press("toast.action");
    assert.equal(window.scene.state.present[0].dest, "editBook");
    await window.press("sheet.editBook.save");
    assert.equal(library.get("book", "b").fields.title, "Half a title");
    assert.equal(library.list("book").length, 2, "and none is made");
  }));

test("a draft whose book a restored server does not have is gone on with as a new book", () =>
  playing(async (window, library) => {
    await leaveDraft(window, "a", "Half a title");
    library.welcome(({ id }) => id !== "a");
    await window.settle();
    await window.press("toast.action");
    assert.equal(window.scene.state.present[0].dest, "newBook");
    await window.press("sheet.newBook.save");
    assert.equal(library.list("book").filter(({ fields }) => fields.title === "Half a title").length, 1);
  }));

test("what is restored as new is a new book, where its own leads to one that was deleted for good", () =>
  playing(async (window, library) => {
    await window.press("row.a");
    await window.press("detail.edit");
    await window.type("field.title", "Half a title");
    library.alias("a", "b");
    library.come({ e: "book", id: "b", delete: true });
    library.purge("book", "b");
    await window.settle();
    await window.press("sheet.newBook.save");
    const [made] = library.list("book").filter(({ fields }) => fields.title === "Half a title");
    assert.ok(!["a", "b"].includes(made.id), made.id);
  }));

test("where the reader is goes to the book that its own was joined with", () =>
  playing(async (window, library) => {
    window.context.panels.open("progress", "a");
    await window.settle();
    await window.type("progress.value", "7");
    join(library, "a", "b");
    await window.settle();
    await window.press("progress.save");
    assert.deepEqual(library.list("reading").map(({ fields }) => fields.book), ["b"]);
  }));

test("the browser's Back leads to the book that the one of that entry was joined with", () =>
  playing(async (window, library) => {
    await window.press("row.a");
    window.scene.dispatch({ t: "push", route: { k: "list", list: { k: "status", v: "read" } } });
    join(library, "a", "b");
    await window.settle();
    window.browser.travel(-1);
    await window.settle();
    assert.deepEqual(window.scene.state.tabs.library.path, [{ k: "book", id: "b" }]);
    assert.equal(window.browser.url, "/library/all/book/b");
  }, { width: 390 }));
