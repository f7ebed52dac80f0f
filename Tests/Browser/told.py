"""What a sheet says one after the other while long work is done in pieces."""

# Every step takes longer than a piece may, so each is a piece of its own: nothing is fast enough to be
# done at once.
PIECES = """() => {
  let now = performance.now();
  performance.now = () => (now += 20);
}"""

WATCH = """(name) => {
  window.told = [];
  new MutationObserver(() => {
    const words = document.querySelector(`[data-testid='${name}']`)?.innerText;
    if (words !== undefined && words !== window.told.at(-1)) window.told.push(words);
  }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
}"""


def watch_in_pieces(page, name):
    """From now on the page works in the smallest pieces, and what a sheet says is noted for `told`."""
    page.evaluate(PIECES)
    page.evaluate(WATCH, name)


def told(page):
    return page.evaluate("() => window.told")
