"""What screen readers are given to say."""

from reader import eventually

# Every text that a live region takes on, in their order: nothing for what it comes with, or says already.
_LISTEN = """() => {
  window.heard = [];
  window.ears?.disconnect();
  const last = new Map();
  window.ears = new MutationObserver((changes) => {
    const regions = new Set(changes.map(({ target }) =>
      (target instanceof Element ? target : target.parentElement)?.closest("[role=status]")));
    for (const region of regions) {
      if (!region?.checkVisibility()) continue;
      const text = region.textContent;
      if (text !== "" && text !== last.get(region)) window.heard.push(text);
      last.set(region, text);
    }
  });
  window.ears.observe(document.body, { childList: true, characterData: true, subtree: true });
}"""


def listen(page):
    page.evaluate(_LISTEN)


def heard(page, of=""):
    """What was said since `listen`, as far as it is of something."""
    return [words for words in page.evaluate("window.heard") if of in words]


def until_heard(page, words):
    assert eventually(page, lambda: words in heard(page)), f"never heard: {words}"
