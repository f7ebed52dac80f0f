"""Two people, or two devices, that changed the same thing: merged where it can be, shown where not."""

import re

from playwright.sync_api import expect

from audit import expect_clean
from reader import apart, edit_title, expect_saved, open_panel, review, two_with, write

REVIEW = "It begins slowly. The middle is splendid. I wept at the end."


def test_changes_of_different_words_go_together_silently(server, window):
    laptop, phone = two_with(window, "Middlemarch")
    write(laptop, "review", REVIEW)
    expect(review(phone)).to_have_value(REVIEW)

    def act():
        write(laptop, "review", REVIEW.replace("slowly", "very slowly"))
        write(phone, "review", REVIEW.replace("wept", "laughed"))

    apart(server, (laptop, phone), act)
    merged = REVIEW.replace("slowly", "very slowly").replace("wept", "laughed")
    for page in (laptop, phone):
        expect(review(page)).to_have_value(merged)
        expect(page.get_by_test_id("sidebar.conflicts")).not_to_have_attribute("data-alert", "")


def test_changes_of_the_same_words_are_edited_together(server, window, screenshot):
    laptop, phone = two_with(window, "Middlemarch")
    write(laptop, "review", REVIEW)
    expect(review(phone)).to_have_value(REVIEW)

    def act():
        write(laptop, "review", REVIEW.replace("splendid", "magnificent"))
        write(phone, "review", REVIEW.replace("splendid", "dull"))

    apart(server, (laptop, phone), act)
    expect(phone.get_by_test_id("sidebar.conflicts")).to_contain_text("1")
    open_panel(laptop, "conflicts")
    card = laptop.locator("article.conflict")
    # Neither version is the older: what differs is marked alike in both, and struck through in none.
    marks = card.locator(".version mark")
    expect(marks).to_have_text([re.compile("^only here: (magnificent|dull)")] * 2)
    expect(card.locator("del, ins")).to_have_count(0)
    screenshot(laptop, "card")
    expect_clean(laptop, "conflict")
    phone.emulate_media(color_scheme="dark")
    open_panel(phone, "conflicts")
    expect(phone.locator("article.conflict")).to_be_visible()
    expect_clean(phone, "conflict, narrow and dark")
    screenshot(phone, "card-narrow")
    phone.get_by_test_id("sheet.conflicts.close").click()
    card.locator("[data-testid$='.together']").click()
    editor = card.locator("[data-testid$='.editor']")
    expect(editor).to_have_value(re.compile("begins slowly.*(magnificent|dull).*end"))
    together = REVIEW.replace("splendid", "magnificent, and a little dull")
    editor.fill(together)
    # Whoever leaves the sheet finds every word again.
    laptop.keyboard.press("Escape")
    expect(card).to_have_count(0)
    open_panel(laptop, "conflicts")
    expect(editor).to_have_value(together)
    screenshot(laptop, "together")
    card.locator("[data-testid$='.save']").click()
    expect(card).to_have_count(0)
    expect(phone.get_by_test_id("sidebar.conflicts")).not_to_have_attribute("data-alert", "")


def test_what_another_writes_while_versions_are_edited_together_stays(server, window):
    laptop, phone = two_with(window, "Middlemarch")
    write(laptop, "review", REVIEW)
    expect(review(phone)).to_have_value(REVIEW)

    def act():
        write(laptop, "review", REVIEW.replace("splendid", "magnificent"))
        write(phone, "review", REVIEW.replace("splendid", "dull"))

    apart(server, (laptop, phone), act)
    open_panel(laptop, "conflicts")
    card = laptop.locator("article.conflict")
    card.locator("[data-testid$='.together']").click()
    editor = card.locator("[data-testid$='.editor']")
    editor.fill(REVIEW.replace("splendid", "magnificent, and a little dull"))
    write(phone, "review", review(phone).input_value() + " Read again: I laughed.")
    expect_saved(phone)
    expect(review(laptop)).to_have_value(re.compile("I laughed.$"))
    # What was typed is made on what it began with, whenever its sheet is opened again.
    laptop.keyboard.press("Escape")
    open_panel(laptop, "conflicts")
    card.locator("[data-testid$='.save']").click()
    expect(card).to_have_count(0)
    for page in (laptop, phone):
        expect(review(page)).to_have_value(
            REVIEW.replace("splendid", "magnificent, and a little dull") + " Read again: I laughed."
        )


def settled_elsewhere(server, window):
    """A laptop where versions are being edited together that the phone settles; its page and the card."""
    laptop, phone = two_with(window, "Middlemarch")
    apart(server, (laptop, phone), lambda: [
        edit_title(laptop, "Middlemarch, one"), edit_title(phone, "Middlemarch, two"),
    ])
    for page in (laptop, phone):
        open_panel(page, "conflicts")
    card = laptop.locator("article.conflict")
    card.locator("[data-testid$='.together']").click()
    card.locator("[data-testid$='.editor']").fill("Middlemarch, both")
    phone.locator("[data-testid$='.kept']").click()
    expect(phone.locator("article.conflict")).to_have_count(0)
    expect(laptop.get_by_test_id("sidebar.conflicts")).not_to_have_attribute("data-alert", "")
    return laptop, card


def test_what_is_edited_together_outlives_that_another_settles_it(server, window):
    laptop, card = settled_elsewhere(server, window)
    editor = card.locator("[data-testid$='.editor']")
    expect(editor).to_have_value("Middlemarch, both")
    expect(editor).to_be_focused()
    card.locator("[data-testid$='.save']").click()
    expect(card).to_have_count(0)
    expect(laptop.locator("[data-testid^='detail.book.'] h1")).to_have_text("Middlemarch, both")


def test_what_is_given_up_of_a_settled_conflict_goes(server, window):
    _, card = settled_elsewhere(server, window)
    card.get_by_role("button", name="Cancel").click()
    expect(card).to_have_count(0)


def two_conflicts(server, window):
    """A laptop and a phone that disagree about a book's title and its rating; the cards on the laptop."""
    laptop, phone = two_with(window, "Middlemarch")

    def act():
        for page, name in ((laptop, "laptop"), (phone, "phone")):
            edit_title(page, f"Middlemarch on the {name}")
            rate = page.get_by_test_id("rating").locator("visible=true")
            rate.focus()
            rate.press("4" if page is laptop else "2")

    apart(server, (laptop, phone), act)
    open_panel(laptop, "conflicts")
    cards = laptop.locator("article.conflict")
    expect(cards).to_have_count(2)
    return laptop, phone, cards


def test_everything_of_one_device_at_once_and_undone(server, window, screenshot):
    laptop, phone, cards = two_conflicts(server, window)
    screenshot(laptop, "several")
    buttons = laptop.locator("[data-testid^='conflicts.all.']")
    first, second = buttons.first.bounding_box(), buttons.last.bounding_box()
    assert second["x"] >= first["x"] + first["width"] + 8
    laptop.locator("[data-testid^='conflicts.all.']").first.click()
    expect(cards).to_have_count(0)
    expect(phone.get_by_test_id("sidebar.conflicts")).not_to_have_attribute("data-alert", "")
    laptop.get_by_test_id("notice.deed").get_by_test_id("toast.action").click()
    expect(cards).to_have_count(2)
    expect(phone.get_by_test_id("sidebar.conflicts")).to_contain_text("2")


def test_a_device_that_is_renamed_has_its_new_name_beside_what_it_wrote(server, window):
    laptop, _, _ = two_conflicts(server, window)
    laptop.get_by_test_id("sheet.conflicts.close").click()
    laptop.get_by_test_id("tabBar.settingsTab").click()
    laptop.get_by_test_id("settings.notifications").click()
    all_of = laptop.locator("[data-testid^='conflicts.all.']:visible")
    expect(all_of).to_have_count(2)
    expect(all_of.filter(has_text="Ada")).to_have_count(0)
    laptop.get_by_test_id("settings.devices").click()
    laptop.get_by_test_id("device.rename").locator("visible=true").click()
    laptop.get_by_test_id("device.name").locator("visible=true").fill("Ada's phone")
    laptop.keyboard.press("Enter")
    expect(laptop.locator(".device").filter(has_text="Ada's phone")).to_be_visible()
    laptop.get_by_test_id("settings.notifications").click()
    expect(all_of.filter(has_text="As on Ada's phone (2)")).to_have_count(1)
    expect(laptop.locator(".version-by:visible").filter(has_text="Ada's phone")).to_have_count(2)


def test_a_device_that_is_renamed_elsewhere_has_its_new_name_for_who_comes_back(server, window):
    laptop, phone, _ = two_conflicts(server, window)
    all_of = laptop.locator("[data-testid^='conflicts.all.']:visible")
    expect(all_of.filter(has_text="Linux phone")).to_have_count(1)
    phone.goto(f"{server.origin}/settings/devices")
    phone.get_by_test_id("devices.renameThis").click()
    phone.get_by_test_id("device.name").locator("visible=true").fill("Ada's phone")
    phone.keyboard.press("Enter")
    expect(phone.locator(".device-own")).to_have_text("Ada's phone")
    expect(all_of.filter(has_text="Linux phone")).to_have_count(1)
    # Nobody asks twice within a minute.
    laptop.evaluate("""() => {
      const { now } = Date;
      Date.now = () => now() + 60_000;
      window.dispatchEvent(new Event("focus"));
    }""")
    expect(all_of.filter(has_text="As on Ada's phone (2)")).to_have_count(1)
    expect(laptop.locator(".version-by:visible").filter(has_text="Ada's phone")).to_have_count(2)


def test_who_settles_one_conflict_goes_on_with_the_next(server, window):
    laptop, phone, cards = two_conflicts(server, window)
    keep = cards.first.locator("[data-testid$='.kept']")
    keep.focus()
    keep.press("Enter")
    expect(cards).to_have_count(1)
    expect(cards.locator("h3")).to_be_focused()
    keep.focus()
    keep.press("Enter")
    expect(cards).to_have_count(0)
    expect(laptop.get_by_test_id("sheet.conflicts").locator("h2")).to_be_focused()


def test_a_value_written_since_a_card_was_looked_at_is_not_settled_away(server, window):
    laptop, phone, cards = two_conflicts(server, window)
    card = cards.filter(has_text="Title")
    keep = card.locator("[data-testid$='.lost']")
    keep.focus()
    edit_title(phone, "Middlemarch since")
    expect(laptop.locator("[data-testid^='detail.book.']:visible h1")).to_have_text("Middlemarch since")
    was = card.get_attribute("data-testid")
    keep.press("Enter")
    expect(laptop.get_by_test_id(was)).to_have_count(0)
    expect(card.locator(".version").last).to_contain_text("since")
    expect_saved(laptop)


def test_a_book_in_trash_is_disputed_again_once_it_is_restored(server, window):
    laptop, phone, cards = two_conflicts(server, window)
    phone.get_by_test_id("detail.delete").locator("visible=true").click()
    phone.get_by_test_id("alert.deleteBook.delete").click()
    expect(cards).to_have_count(0)
    expect(laptop.get_by_test_id("sheet.conflicts")).to_be_visible()
    expect(laptop.get_by_test_id("sidebar.conflicts")).not_to_have_attribute("data-alert", "")
    laptop.get_by_test_id("sheet.conflicts.close").click()
    open_panel(laptop, "trash")
    laptop.locator("[data-testid^='trash.'][data-testid$='.restore']").click()
    expect(laptop.get_by_test_id("sidebar.conflicts")).to_contain_text("2")
    expect_saved(laptop)


def test_long_versions_are_folded_around_what_differs(server, window, screenshot):
    laptop, phone = two_with(window, "Middlemarch")
    long = " ".join(f"Sentence {number} of a review that goes on and on." for number in range(200))
    write(laptop, "review", f"{long} It ends well. {long}")
    expect(review(phone)).to_have_value(re.compile("It ends well"))

    def act():
        write(laptop, "review", f"{long} It ends splendidly. {long}")
        write(phone, "review", f"{long} It ends dully. {long}")

    apart(server, (laptop, phone), act)
    open_panel(phone, "conflicts")
    version = phone.locator("article.conflict .version").first
    words = version.locator(".version-value")
    expect(words.locator("mark")).to_be_in_viewport()
    expect(words).to_contain_text("…")
    everything = version.get_by_role("button", name="Show all")
    keep = version.get_by_role("button", name="Keep")
    expect(keep).to_be_in_viewport()
    screenshot(phone, "folded")
    expect_clean(phone, "folded versions")
    everything.click()
    expect(words).to_contain_text("Sentence 199 of a review that goes on and on. It ends")
    version.get_by_role("button", name="Show less").click()
    expect(keep).to_be_in_viewport()
    card = phone.locator("article.conflict")
    card.locator("[data-testid$='.together']").click()
    editor = card.locator("[data-testid$='.editor']")
    expect(editor).to_have_css("font-size", "17px")
    assert editor.bounding_box()["height"] >= 844 * 0.4
    screenshot(phone, "together-narrow")
