"""Covers of the reader's own: from a file, a drop or a paste, on every device, with and without a server."""

import json

import pytest
from playwright.sync_api import expect

from audit import expect_clean
from pictures import choose, drawn, hero, picture_in, with_book
from reader import add_classics, apart, expect_saved, expect_state, open_book, open_panel, rows
from sizes import NARROW, WIDE

# Lets go of a file over an element, or pastes it there.
GIVE = """(node, [how, type, bytes]) => {
  const data = new DataTransfer();
  data.items.add(new File([new Uint8Array(bytes)], "cover", { type }));
  const options = { bubbles: true, cancelable: true };
  const event = how === "paste"
    ? new ClipboardEvent("paste", { ...options, clipboardData: data })
    : new DragEvent(how, { ...options, dataTransfer: data });
  return node.dispatchEvent(event);
}"""


def test_a_picture_that_is_chosen_is_the_cover_everywhere_and_on_every_device(window, screenshot):
    page = with_book(window)
    phone = window(NARROW)
    choose(page, drawn(page, 3000, 4500))
    image = picture_in(hero(page))
    assert image.evaluate("(node) => [node.naturalWidth, node.naturalHeight]") == [800, 1200]
    expect(page.get_by_test_id("notice.cover")).to_contain_text("“Emma” has a new cover")
    picture_in(rows(page).filter(has_text="Emma").first)
    expect_saved(page)
    screenshot(page, "wide")
    # Never distorted, whatever its shape.
    assert image.evaluate("(node) => getComputedStyle(node).objectFit") == "cover"
    hero(page).click()
    picture_in(page.locator(".cover-large"))
    page.keyboard.press("Escape")
    phone.get_by_test_id("toolbar.search").locator("visible=true").fill("Emma")
    picture_in(rows(phone).filter(has_text="Emma").first)
    open_book(phone, "Emma")
    picture_in(hero(phone))
    screenshot(phone, "narrow")


def test_it_can_be_undone_and_taken_off_again(window):
    page = with_book(window)
    choose(page, drawn(page))
    picture_in(hero(page))
    page.get_by_test_id("notice.cover").get_by_test_id("toast.action").click()
    expect(hero(page).locator(".cover-picture")).to_have_count(0)
    page.keyboard.press("Shift+Z")
    picture_in(hero(page))
    expect_saved(page)
    page.get_by_test_id("detail.history").locator("visible=true").click()
    expect(page.get_by_text("A picture").first).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_test_id("detail.changeCover").locator("visible=true").press("Enter")
    expect(page.get_by_test_id("cover.choose")).to_be_focused()
    page.get_by_test_id("cover.remove").click()
    expect(hero(page).locator(".cover-picture")).to_have_count(0)
    expect(page.get_by_test_id("detail.changeCover").locator("visible=true")).to_be_focused()


@pytest.mark.parametrize("size", [NARROW, WIDE], ids=["narrow", "wide"])
def test_history_shows_the_pictures_that_a_book_had(window, screenshot, size):
    page = with_book(window, size)
    choose(page, drawn(page, colour="#732"))
    before = picture_in(hero(page)).get_attribute("data-picture")
    choose(page, drawn(page, colour="#264"))
    # The cover that was there stays until the new one is made.
    expect(hero(page).locator(".cover-picture")).not_to_have_attribute("data-picture", before)
    now = picture_in(hero(page)).get_attribute("data-picture")
    expect_saved(page)
    page.keyboard.press("z")
    expect(picture_in(hero(page))).to_have_attribute("data-picture", before)
    expect_saved(page)

    def answer(route):
        # As on the day after: of one day the newest is kept.
        told = route.fetch()
        history = told.json()
        [entry] = [entry for entry in history["entries"] if entry.get("field") == "cover"]
        entry.update({"from": now, "to": before})
        route.fulfill(response=told, json=history)

    page.context.route("**/v1/history*", answer)
    page.get_by_test_id("detail.history").locator("visible=true").click()
    entry = page.get_by_test_id("history.cover")
    expect(picture_in(entry.locator("del"))).to_have_attribute("data-picture", now)
    expect(picture_in(entry.locator("ins"))).to_have_attribute("data-picture", before)
    screenshot(page, f"history-{size['width']}")
    expect_clean(page, "history with pictures")
    entry.get_by_test_id("history.restore").click()
    expect(page.get_by_test_id("notice.deed")).to_be_visible()
    page.keyboard.press("Escape")
    expect(hero(page).locator(".cover-picture")).to_have_attribute("data-picture", now)


def test_a_picture_is_dropped_or_pasted_on_the_page_of_a_book(window):
    page = with_book(window)
    article = page.locator(".book:visible")
    first = list(drawn(page, colour="#a33", type="image/png"))
    assert hero(page).evaluate(GIVE, ["dragover", "image/png", first]) is False
    expect(article).to_have_class("book over")
    assert hero(page).evaluate(GIVE, ["drop", "image/png", first]) is False
    expect(article).to_have_class("book")
    picture_in(hero(page))
    before = hero(page).get_attribute("data-cover")
    # What is pasted where somebody writes is theirs.
    second = list(drawn(page, colour="#3a3"))
    box = page.get_by_test_id("detail.review").locator("visible=true")
    assert box.evaluate(GIVE, ["paste", "image/jpeg", second]) is True
    assert hero(page).get_attribute("data-cover") == before
    assert article.locator("h1").evaluate(GIVE, ["paste", "image/jpeg", second]) is False
    expect(hero(page)).not_to_have_attribute("data-cover", before)
    picture_in(hero(page))


def test_a_file_that_falls_beside_is_not_opened_in_place_of_the_library(window):
    page = with_book(window)
    picture = list(drawn(page))
    beside = page.get_by_test_id("sidebar.all")
    expect(page.get_by_test_id("detail.changeCover").locator("visible=true")).to_be_visible()
    for how in ("dragover", "drop"):
        assert beside.evaluate(GIVE, [how, "image/jpeg", picture]) is False
    # Words may be dragged from one place to another as ever.
    assert beside.evaluate(
        """(node) => {
          const dataTransfer = new DataTransfer();
          dataTransfer.setData("text/plain", "Words");
          return node.dispatchEvent(new DragEvent("dragover", { bubbles: true, cancelable: true, dataTransfer }));
        }"""
    ) is True
    expect(hero(page).locator(".cover-picture")).to_have_count(0)


def test_what_is_no_picture_changes_nothing_and_is_told(window):
    page = with_book(window)
    choose(page, b"<svg xmlns='http://www.w3.org/2000/svg'><script>1</script></svg>", "image/jpeg")
    expect(page.get_by_text("This file is no picture that this browser can read.")).to_be_visible()
    expect(hero(page).locator(".cover-picture")).to_have_count(0)
    expect_saved(page)


def test_a_picture_chosen_offline_waits_outlives_a_reload_and_goes(window, server):
    page, phone = with_book(window), window(NARROW)

    def act():
        choose(page, drawn(page))
        picture_in(hero(page))
        expect(page.get_by_test_id("sync.state").first).to_contain_text("Offline, 2 waiting")
        # It is drawn first, and said once the device has it.
        expect(page.get_by_test_id("notice.cover")).to_be_visible()
        page.reload()
        picture_in(hero(page))
        expect(page.get_by_test_id("sync.state").first).to_contain_text("Offline, 2 waiting")

    apart(server, [page, phone], act)
    phone.get_by_test_id("toolbar.search").locator("visible=true").fill("Emma")
    picture_in(rows(phone).filter(has_text="Emma").first)
    # What was seen is there without the server, too.
    server.stop()
    expect_state(phone, "offline")
    phone.reload()
    picture_in(rows(phone).filter(has_text="Emma").first)
    server.start()


def test_a_picture_that_is_not_there_yet_comes_when_it_is(window, server):
    page, phone = with_book(window), window(NARROW)
    # Only the edit gets through.
    page.context.route("**/v1/blobs/*", lambda route: route.abort())
    choose(page, drawn(page))
    picture_in(hero(page))
    phone.get_by_test_id("toolbar.search").locator("visible=true").fill("Emma")
    row = rows(phone).filter(has_text="Emma").first
    expect(row.locator(".cover-picture")).to_be_attached()
    expect(row.locator(".cover-art")).to_be_visible()
    expect(row.locator(".cover-picture")).to_have_js_property("src", "")
    expect(page.get_by_test_id("sync.state").first).to_have_attribute("data-state", "saving")
    page.context.unroute("**/v1/blobs/*")
    picture_in(row)
    expect_saved(page)


def test_a_restored_server_has_the_picture_again(window, server, tmp_path):
    page = with_book(window)
    backup = tmp_path / "backup.sqlite"
    server.command("backup", backup)
    choose(page, drawn(page))
    picture_in(hero(page))
    expect_saved(page)
    server.stop()
    expect_state(page, "offline")
    server.command("restore", backup)
    server.start()
    expect_saved(page)
    phone = window(NARROW)
    phone.get_by_test_id("toolbar.search").locator("visible=true").fill("Emma")
    picture_in(rows(phone).filter(has_text="Emma").first)


def test_a_picture_that_the_server_does_not_take_stays_and_says_why(window):
    page = with_book(window)
    sentence = "The pictures of this library have all the room they may."
    answer = {"status": 507, "body": json.dumps({"error": {"code": "blobsFull", "message": sentence}})}
    page.context.route("**/v1/blobs/*", lambda route: route.fulfill(**answer))
    choose(page, drawn(page))
    picture_in(hero(page))
    expect(page.get_by_text(f"The server did not take a picture, which stays on this device: {sentence}")).to_be_visible()
    expect_state(page, "problem")
    page.get_by_test_id("sync.state").first.click()
    expect(page.locator(".panel-body").get_by_text(sentence)).to_be_visible()
    page.context.unroute("**/v1/blobs/*")
    page.get_by_test_id("sync.pictures").click()
    expect_saved(page)


def test_two_pictures_of_one_book_can_be_told_apart(window, server, screenshot):
    page, phone = with_book(window), window(NARROW)
    phone.get_by_test_id("toolbar.search").locator("visible=true").fill("Emma")
    open_book(phone, "Emma")

    def act():
        choose(page, drawn(page, colour="#732"))
        picture_in(hero(page))
        choose(phone, drawn(phone, colour="#264"))
        picture_in(hero(phone))
        # Which of the two lost is known before either picture is up.
        for each in (page, phone):
            each.context.route("**/v1/blobs/*", lambda route: route.abort())
        server.start()
        expect(page.get_by_test_id("sidebar.conflicts")).to_contain_text("1")
        expect(phone.locator("[data-testid^='notice.versions.']:visible")).to_be_visible()
        for each in (page, phone):
            each.context.unroute("**/v1/blobs/*")
        server.stop()

    apart(server, [page, phone], act)
    for each in (phone, page):
        open_panel(each, "conflicts")
        covers = each.locator(".version-cover")
        expect(covers).to_have_count(2)
        for cover in covers.all():
            picture_in(cover)
    expect_clean(page, "two covers")
    screenshot(page, "conflict")


def test_a_book_has_its_picture_among_the_loans_and_beside_its_like(window):
    page = with_book(window)
    choose(page, drawn(page))
    picture_in(hero(page))
    page.get_by_test_id("detail.loans.lent").locator("visible=true").click()
    page.get_by_test_id("loan.person").fill("Ann")
    page.get_by_test_id("loan.save").click()
    page.get_by_test_id("sidebar.loans").click()
    picture_in(page.locator(".loan-item"))
    page.keyboard.press("Escape")
    page.get_by_test_id("toolbar.search").locator("visible=true").fill("Dracula")
    open_book(page, "Dracula")
    page.get_by_test_id("detail.same").click()
    page.get_by_test_id("same.search").fill("Emma")
    picture_in(page.get_by_test_id("same.starter-emma"))


def test_a_picture_of_another_shape_has_all_points_of_what_is_seen_of_it(window):
    page = with_book(window)
    choose(page, drawn(page, 3000, 2000))
    image = picture_in(hero(page))
    assert image.evaluate("(node) => [node.naturalWidth, node.naturalHeight]") == [1800, 1200]


@pytest.mark.parametrize("size", [NARROW, WIDE], ids=["narrow", "wide"])
def test_the_change_of_a_cover_is_for_everybody(window, size, screenshot):
    page = window(size, color_scheme="dark")
    page.add_init_script("Object.defineProperty(HTMLInputElement.prototype, 'capture', { value: '' })")
    page.reload()
    add_classics(page)
    page.get_by_test_id("toolbar.search").locator("visible=true").fill("Emma")
    open_book(page, "Emma")
    page.get_by_role("button", name="Change cover…").click()
    expect(page.get_by_test_id("cover.photograph")).to_be_visible()
    expect_clean(page, "the menu")
    screenshot(page, f"menu-{size['width']}")
    page.keyboard.press("Escape")
    button = page.get_by_test_id("detail.changeCover").locator("visible=true")
    expect(button).to_be_focused()
    choose(page, drawn(page, 1600, 1600))
    picture_in(hero(page))
    expect_clean(page, "the page")
    screenshot(page, f"dark-{size['width']}")


def test_the_palette_asks_for_a_cover_too(window):
    page = with_book(window)
    # Whoever listens from here on is there when the key has its effect.
    page.on("filechooser", lambda _: None)
    page.keyboard.press("Control+k")
    page.get_by_test_id("palette.input").fill("change cover")
    with page.expect_file_chooser() as chooser:
        page.keyboard.press("Enter")
    chooser.value.set_files({"name": "a.png", "mimeType": "image/png", "buffer": drawn(page, type="image/png")})
    picture_in(hero(page))
