// The client over a library in memory: serve the repository's root with any file server and open
// Tests/Web/harness/?books=200. A books.csv of the goodbooks set is taken from ?csv=PATH.
import english from "../../../Web/messages/en.js";
import { createMessages } from "../../../Web/messages/messages.js";
import { createPreferences } from "../../../Web/views/preferences.js";
import { applyPreferences } from "../../../Web/views/appearance.js";
import { openWindow } from "../../../Web/views/window.js";
import { fakeLibrary } from "../support/fake-library.mjs";
import { fakeScene } from "../support/fake-scene.mjs";
import { booksOf } from "../support/books-of.mjs";
import { conflicts, special } from "./special.mjs";

const query = new URLSearchParams(location.search);
const count = Number(query.get("books") ?? 200);
const csv = count > 0 && query.has("csv") ? await (await fetch(query.get("csv"))).text() : "";
const shelves = ["Bedside", "Lent out", "Poetry", "To reread"].map((name, at) => ({
  kind: "shelf",
  id: `s${at + 1}`,
  fields: { name, position: `a${at}` },
}));
const books = count > 0 ? [...special, ...booksOf(csv, count)] : [];
const library = fakeLibrary([...books, ...(count > 0 ? [...shelves, ...conflicts] : [])]);
const layoutOf = () => (innerWidth >= 720 ? "wide" : "narrow");
const scene = fakeScene(library, layoutOf());
addEventListener("resize", () => scene.setLayout(layoutOf()));
const preferences = createPreferences(localStorage);
applyPreferences(preferences, document.documentElement);
const messages = createMessages("en", english);
const started = performance.now();
const opened = openWindow({
  root: document.body,
  library,
  scene,
  messages,
  preferences,
  storage: localStorage,
});
Object.assign(
  globalThis,
  { library, scene, preferences, ...opened, openedIn: performance.now() - started },
);
