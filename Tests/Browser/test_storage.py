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
