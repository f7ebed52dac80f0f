"""The catalogue as tests meet it: what a page asks of it, held back or refused as a test wishes."""

from urllib.parse import parse_qs, urlparse

from playwright.sync_api import expect

from reader import held_back

# Requests that the service worker makes itself cannot be held back.
NO_WORKER = {"service_workers": "block"}


class CatalogTraffic:
    """Everything that a page asks of the catalogue, in order."""

    def __init__(self, page):
        self.asked = []
        self.held = []
        self._how = {}
        page.route("**/v1/catalog**", self._take)
        page.route("**/v1/catalog/**", self._take)

    def fail(self, part):
        """From now on requests whose address has this part find no server."""
        self._how[part] = "fail"

    def hold(self, part):
        """From now on requests whose address has this part wait for `let_go`."""
        self._how[part] = "hold"

    def let_go(self, part):
        """The requests that wait are answered, and so are all after them."""
        self._how.pop(part, None)
        waiting, self.held = self.held, []
        for route in waiting:
            route.continue_()

    def mend(self, part):
        """From now on the server is there again."""
        self._how.pop(part, None)

    def refuse(self, page):
        """The first request that waits, or will in a moment, finds no server."""
        held_back(page, self.held).abort("connectionrefused")

    def pages(self):
        """The numbers of the feed's pages that were asked for."""
        return [
            int(parse_qs(url.query)["page"][0])
            for url in map(urlparse, self.asked)
            if url.path == "/v1/catalog"
        ]

    def lookups(self):
        """The ids of the books that were looked up."""
        paths = [urlparse(url).path for url in self.asked]
        return [path.rsplit("/", 1)[1] for path in paths if not path.endswith(("catalog", "search"))]

    def _take(self, route):
        url = route.request.url
        self.asked.append(url)
        how = next((how for part, how in self._how.items() if part in url), None)
        if how == "fail":
            route.abort("connectionrefused")
        elif how == "hold":
            self.held.append(route)
        else:
            route.continue_()


def search_for(page, text):
    """Goes to the search tab and types."""
    page.get_by_test_id("tabBar.searchTab").click()
    page.get_by_test_id("toolbar.search").locator("visible=true").fill(text)


def results(page):
    """The catalogue's rows on screen."""
    return page.get_by_role("listbox", name="In the catalogue").locator("[data-testid^='row.']")


def own_results(page):
    """The library's own rows on screen."""
    return page.get_by_role("listbox", name="In your library").locator("[data-testid^='row.']")


def open_result(page, title):
    results(page).filter(has_text=title).first.click()
    expect(page.locator("[data-testid^='detail.result.']:visible h1")).to_have_text(title)
