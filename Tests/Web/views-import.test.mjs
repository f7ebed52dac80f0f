import assert from "node:assert/strict";
import test from "node:test";
import { createMessages } from "../../Web/messages/messages.js";
import { toldOf } from "../../Web/views/import-report.js";
import { countArrivals, paceWords } from "../../Web/views/import-running.js";
import words from "./support/english.mjs";

const english = createMessages("en", words);

const pace = (done, total, milliseconds) => paceWords(done, total, milliseconds, english);

test("how fast an import goes and how long it takes is said once that can be told", () => {
  assert.equal(pace(0, 100, 10_000), "");
  assert.equal(pace(40, 100, 1_999), "");
  assert.equal(pace(40, 100, 2_000), "20 a second, 3 seconds left");
  assert.equal(pace(99, 100, 10_000), "9.9 a second, 1 second left");
  assert.equal(pace(1_500, 150_000, 2_000), "750 a second, 3 minutes left");
  assert.equal(pace(100, 100, 10_000), "");
});

test("what the server brings is counted once, and nothing that was here, or that others write", () => {
  const entities = new Map();
  let listener;
  const library = {
    list: (kind) => [...entities.values()].filter((one) => one.kind === kind && !one.deleted),
    trash: () => [...entities.values()].filter((one) => one.deleted),
    get: (kind, id) => entities.get(`${kind}/${id}`),
    subscribe: (heard) => ((listener = heard), () => (listener = null)),
  };
  const put = (kind, id, by = "server", deleted = false) => {
    entities.set(`${kind}/${id}`, { kind, id, by, deleted });
    return `${kind}/${id}`;
  };
  put("book", "old");
  put("book", "gone", "server", true);
  const counts = [];
  const end = countArrivals(library, (count) => counts.push(count));
  const come = (...keys) => listener({ keys: new Set(keys), remote: true });
  come(put("book", "a"), put("shelf", "s"), put("book", "theirs", "phone"));
  come("book/a", "book/old", "book/gone");
  come(put("book", "b"), put("book", "c"));
  put("book", "d");
  // All of it may be other than it was.
  listener({ keys: null, remote: true });
  assert.deepEqual(counts, [1, 3, 4]);
  end();
  assert.equal(listener, null);
});

test("of a report those rows are told first that need somebody, the others in their order", () => {
  const row = (number, outcome, message = "something") => ({ row: number, outcome, message });
  const rows = [
    { row: 2, outcome: "added" }, row(3, "added"), row(4, "updated"), row(5, "review"), row(6, "failed"),
    row(7, "failed"), row(8, "review"), row(9, "added"),
  ];
  const told = toldOf({ source: "goodreads", dry: true, counts: {}, rows });
  assert.deepEqual(told.map((each) => each.row), [6, 7, 5, 8, 3, 4, 9]);
  assert.equal(rows[1].row, 3);
});
