"""The storage contract, which Node holds the storage in memory to, held by IndexedDB in Chromium."""

import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest

from dogear_server import ROOT

CONTRACT = """async () => {
  const { storeContract } = await import("/Tests/Web/support/store-contract.mjs");
  const { openIndexedDB } = await import("/Web/store/indexed-db.js");
  const openFresh = () => {
    const name = crypto.randomUUID();
    const takeAway = () => new Promise((resolve, reject) => {
      const deleting = indexedDB.deleteDatabase(name);
      deleting.onsuccess = resolve;
      deleting.onerror = () => reject(deleting.error);
    });
    return Object.assign(() => openIndexedDB(name), { takeAway });
  };
  const results = [];
  for (const { name, run } of storeContract(openFresh)) {
    results.push([name, await run().then(() => "kept", (error) => String(error))]);
  }
  return results;
}"""


# A record of edits that is no JSON any more: what is left of it, and how often it was said.
DAMAGE = """async () => {
  const { openIndexedDB } = await import("/Web/store/indexed-db.js");
  const name = crypto.randomUUID();
  const op = (id, n) => ({ order: n, state: "waiting", op: { op: id, n, base: 0, at: 1, do: [] } });
  const first = await openIndexedDB(name);
  await first.load();
  await first.persist({ ops: [op("o1", 1)] });
  first.close();
  const done = (asked) => new Promise((resolve) => (asked.onsuccess = () => resolve(asked.result)));
  const damaging = await done(indexedDB.open(name));
  await done(damaging.transaction("ops", "readwrite").objectStore("ops").put('[{"op":', 0));
  damaging.close();
  const seen = [];
  for (let turn = 0; turn < 3; turn += 1) {
    const storage = await openIndexedDB(name);
    const { isDamaged, stored } = await storage.load();
    seen.push([isDamaged, stored.ops.map(({ op }) => op.op), storage.unreadable]);
    await storage.persist({ ops: [op(`later${turn}`, 2 + turn)] });
    storage.close();
  }
  return seen;
}"""


# Storage with one edit in it.
OPENED = """async () => {
  const { openIndexedDB } = await import("/Web/store/indexed-db.js");
  const name = crypto.randomUUID();
  const op = (id, n) => ({ order: n, state: "waiting", op: { op: id, n, base: 0, at: 1, do: [] } });
  const storage = await openIndexedDB(name);
  await storage.load();
  await storage.persist({ ops: [op("o1", 1)] });
"""

# A browser that refuses a record on the spot, in the middle of a batch: what the page hears of it.
REFUSAL = OPENED + """
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (...record) {
    if (this.name === "ops") throw new DOMException("no room", "QuotaExceededError");
    return put.apply(this, record);
  };
  const said = await storage.persist({ ops: [op("o2", 2)] }).catch(({ code }) => code);
  IDBObjectStore.prototype.put = put;
  const kept = async () => {
    const { stored, revision } = await (await openIndexedDB(name)).load();
    return [revision, stored.ops.map(({ op }) => op.op)];
  };
  return [said, await kept(), await storage.persist({ ops: [op("o3", 3)] }), await kept()];
}"""


# A browser that takes everything away, and whoever is told of it writes it anew in the same moment.
TAKEN = OPENED + """
  window.written = new Promise((resolve) => {
    storage.onlost = async () => {
      const said = await storage.persist({ ops: [op("o2", 2)] }).catch(({ code }) => code);
      const { stored } = await (await openIndexedDB(name)).load();
      resolve([said, stored.ops.map(({ op }) => op.op)]);
    };
  });
}"""


class QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@pytest.fixture
def checkout():
    """The address where the checkout's files are served as they are."""
    site = ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietHandler, directory=ROOT))
    threading.Thread(target=site.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{site.server_port}"
    site.shutdown()


def test_indexed_db_keeps_the_storage_contract(chromium, checkout):
    page = chromium.new_page()
    page.goto(checkout + "/Tests/")
    results = page.evaluate(CONTRACT)
    page.close()
    assert len(results) >= 10
    assert [(name, said) for name, said in results if said != "kept"] == []


def test_edits_that_cannot_be_read_are_kept_as_they_are(chromium, checkout):
    page = chromium.new_page()
    page.goto(checkout + "/Tests/")
    seen = page.evaluate(DAMAGE)
    page.close()
    left = ['[{"op":']
    assert seen == [[True, [], left], [False, ["later0"], left], [False, ["later0", "later1"], left]]


def test_a_batch_that_the_browser_refuses_is_told_by_its_fault_and_goes_with_the_next(chromium, checkout):
    page = chromium.new_page()
    problems = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.goto(checkout + "/Tests/")
    said, before, revision, after = page.evaluate(REFUSAL)
    page.close()
    assert said == "storage.full"
    assert (before, revision, after) == ([1, ["o1"]], 2, [2, ["o1", "o2", "o3"]])
    assert problems == []


def test_what_the_browser_takes_away_is_written_anew_by_the_first_who_asks(chromium, checkout):
    page = chromium.new_page()
    page.goto(checkout + "/Tests/")
    page.evaluate(TAKEN)
    everything = {"origin": checkout, "storageTypes": "indexeddb"}
    page.context.new_cdp_session(page).send("Storage.clearDataForOrigin", everything)
    written = page.evaluate("() => window.written")
    page.close()
    assert written == [2, ["o1", "o2"]]
