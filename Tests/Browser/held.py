"""A page in which what takes long comes to no end before it is let go on."""

# Each look at the clock is a second after the one before, so that each step of long work takes its slice;
# and the next slice waits until `goOn`.
HOLD = """() => {
  const { setTimeout } = window;
  const held = [];
  let seconds = 0;
  performance.now = () => (seconds += 1) * 1_000;
  window.setTimeout = (act, delay = 0, ...rest) =>
    delay > 0 ? setTimeout(act, delay, ...rest) : held.push(() => act(...rest));
  window.goOn = () => {
    delete performance.now;
    window.setTimeout = setTimeout;
    for (const act of held.splice(0)) act();
  };
}"""


def hold(page):
    """From now on nothing that is done in pieces is done with the first of them."""
    page.evaluate(HOLD)


def go_on(page):
    page.evaluate("window.goOn()")
