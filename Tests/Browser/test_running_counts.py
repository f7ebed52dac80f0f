"""A count that runs is seen for each book, and read out where it begins and ends: one number after the other
would be said long after it is over. What else is said meanwhile is of other matters."""

from playwright.sync_api import expect

from pictures import choose, drawn, hero, picture_in, with_book
from reader import expect_saved, held_back, open_book, open_panel, pause, rows
from sizes import NARROW, WIDE
from spoken import heard, listen, until_heard
from wire import Cable

BOOKS = 6
# How long a text waits until it is in the region that is read out (Web/views/limits.js), and a little more.
SPOKEN_MS = 110


def isbn(number):
    digits = f"978{number:09}"
    total = sum(int(digit) * (3 if place % 2 else 1) for place, digit in enumerate(digits))
    return digits + str(-total % 10)


def looking(desk):
    """The sheet of ISBNs, with some being looked up, and the questions about them, which nobody answers."""
    page = desk.open(WIDE)
    asked = []
    page.route("**/v1/catalog/search?**", lambda route: asked.append(route))
    page.keyboard.press("Control+k")
    page.get_by_test_id("palette.input").fill("isbn")
    page.keyboard.press("Enter")
    page.get_by_test_id("isbns.text").fill("\n".join(isbn(700_000_000 + number) for number in range(BOOKS)))
    listen(page)
    page.get_by_test_id("isbns.start").click()
    until_heard(page, f"0 of {BOOKS} looked up")
    return page, asked


def answer(page, asked):
    held_back(page, asked).fulfill(json={"items": [], "more": False})


def test_isbns_are_counted_for_eyes_and_read_out_at_the_ends(desk):
    page, asked = looking(desk)
    state = page.get_by_test_id("isbns.state")
    for done in range(BOOKS):
        expect(state).to_have_text(f"{done} of {BOOKS} looked up")
        pause(page, SPOKEN_MS)
        answer(page, asked)
    expect(state).to_have_text(f"{BOOKS} numbers looked up")
    until_heard(page, f"{BOOKS} numbers looked up")
    assert heard(page, of="looked up") == [f"0 of {BOOKS} looked up", f"{BOOKS} numbers looked up"]


def test_who_hears_a_count_is_told_each_minute_that_it_goes_on(desk):
    page, asked = looking(desk)
    state = page.get_by_test_id("isbns.state")
    answer(page, asked)
    expect(state).to_have_text(f"1 of {BOOKS} looked up")
    pause(page, SPOKEN_MS)
    page.evaluate("() => { const { now } = Date; Date.now = () => now() + 60_000; }")
    answer(page, asked)
    until_heard(page, f"2 of {BOOKS} looked up")
    answer(page, asked)
    expect(state).to_have_text(f"3 of {BOOKS} looked up")
    pause(page, SPOKEN_MS)
    page.get_by_test_id("isbns.stop").click()
    until_heard(page, f"{BOOKS} numbers looked up")
    assert heard(page, of="looked up") == [
        f"0 of {BOOKS} looked up", f"2 of {BOOKS} looked up", f"{BOOKS} numbers looked up",
    ]


def test_a_list_without_an_isbn_says_so(desk):
    page = desk.open(WIDE)
    page.keyboard.press("Control+k")
    page.get_by_test_id("palette.input").fill("isbn")
    page.keyboard.press("Enter")
    page.get_by_test_id("isbns.text").fill("Emma")
    listen(page)
    page.get_by_test_id("isbns.start").click()
    expect(page.get_by_test_id("isbns.state")).to_contain_text("There is no ISBN in that")
    until_heard(page, page.get_by_test_id("isbns.state").inner_text())


def test_pictures_are_counted_as_they_leave_and_come(window, tmp_path):
    page = with_book(window)
    for number, title in enumerate(("Emma", "Dracula", "Walden")):
        page.get_by_test_id("toolbar.search").locator("visible=true").fill(title)
        open_book(page, title)
        choose(page, drawn(page, colour=f"#24{number}"))
        picture_in(hero(page))
        expect_saved(page)
    # They are on the server, and not in this browser.
    phone = window(NARROW)
    open_panel(phone, "import")
    asked = []
    phone.route("**/v1/blobs/*", lambda route: asked.append(route))
    listen(phone)
    words = phone.locator("p:visible").filter(has_text="Pictures:")
    with phone.expect_download() as download:
        phone.get_by_test_id("export.zip").click()
        expect(words).to_have_text("Pictures: 0 of 3")
        until_heard(phone, "Pictures: 0 of 3")
        for _ in range(3):
            held_back(phone, asked).continue_()
    until_heard(phone, "Pictures: 3 of 3")
    expect(words).to_have_count(0)
    archive = tmp_path / "dogear.zip"
    download.value.save_as(archive)
    phone.get_by_test_id("import.file").set_input_files(archive)
    expect(phone.get_by_test_id("import.count.pictures")).to_have_text("3")
    until_heard(phone, "Looking at dogear.zip…")
    phone.get_by_test_id("import.start").click()
    until_heard(phone, "Importing dogear.zip…")
    held_back(phone, asked).continue_()
    expect(words).to_have_text("Pictures: 1 of 3")
    until_heard(phone, "Pictures: 1 of 3")
    held_back(phone, asked).continue_()
    expect(words).to_have_text("Pictures: 2 of 3")
    pause(phone, SPOKEN_MS)
    held_back(phone, asked).continue_()
    until_heard(phone, "Dogear: imported, 0 new")
    assert heard(phone) == [
        "Pictures: 0 of 3", "Pictures: 3 of 3", "Looking at dogear.zip…", "Importing dogear.zip…", "Pictures: 1 of 3",
        "Dogear: imported, 0 new",
    ]


def test_edits_that_are_being_saved_are_counted_for_eyes_and_read_out_at_the_ends(desk):
    cables = []
    page = desk.open(WIDE, before=lambda page: cables.append(Cable(page)))
    beside = desk.open(WIDE)
    page.get_by_test_id("sync.state").locator("visible=true").click()
    words = page.get_by_test_id("sync.words")
    expect(words).to_have_text("Saved")
    pause(page, SPOKEN_MS)
    listen(page)
    cables[0].held = True
    for count in range(1, 4):
        rows(beside).nth(count).click()
        beside.keyboard.press("2")
        expect(words).to_have_text(f"Saving {count}")
        pause(page, SPOKEN_MS)
    cables[0].release()
    expect(words).to_have_text("Saved")
    until_heard(page, "Saved")
    assert heard(page, of="Sav") == ["Saving 1", "Saved"]


def test_a_state_of_the_sync_is_read_out_once_beside_the_sheet_that_shows_it(window, server):
    page = window(WIDE)
    page.get_by_test_id("sync.state").locator("visible=true").click()
    words = page.get_by_test_id("sync.words")
    expect(words).to_have_text("Saved")
    listen(page)
    server.stop()
    expect(words).to_have_text("Offline")
    until_heard(page, "Offline")
    pause(page, 10 * SPOKEN_MS)
    server.start()
    expect(words).to_have_text("Saved")
    until_heard(page, "Saved")
    pause(page, 10 * SPOKEN_MS)
    assert [each for each in heard(page) if each in ("Offline", "Saved")] == ["Offline", "Saved"]
