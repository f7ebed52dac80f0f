"""Adding a device from one that is paired: the picture, the code, and what becomes of them."""

import re
import shutil
import subprocess

import pytest
from playwright.sync_api import expect

from audit import expect_clean
from reader import held_back
from sizes import NARROW, TABLET, WIDE, device_name

sizes = pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])


def invite(page):
    """Asks for a code on the devices' page, and gives it with its link."""
    page.goto(page.url.split("/library")[0] + "/settings/devices")
    page.get_by_test_id("devices.add").click()
    expect(page.get_by_test_id("devices.invitation")).to_be_visible()
    link = page.get_by_test_id("devices.link").get_attribute("href")
    return page.get_by_test_id("devices.code").inner_text(), link


@sizes
def test_a_device_is_added_by_the_link(window, size, screenshot):
    page = window(size)
    code, link = invite(page)
    assert link.endswith("/pair#" + code)
    screenshot(page, f"invitation-{size['width']}")
    expect_clean(page, f"the code, {size}")

    phone = window(NARROW, paired=False)
    phone.goto(link)
    expect(phone.get_by_test_id("sidebar.all")).to_be_attached()

    expect(page.get_by_test_id("devices.invitation")).to_be_hidden()
    expect(page.get_by_text("is paired.").first).to_be_attached()
    # What was shown is of no use any more, and nowhere in the page.
    assert code not in page.content()


def test_the_focus_goes_to_the_code_and_comes_back(window):
    page = window(WIDE)
    page.goto(page.url.split("/library")[0] + "/settings/devices")
    add = page.get_by_test_id("devices.add")
    add.press("Enter")
    expect(page.get_by_test_id("devices.link")).to_be_focused()
    page.get_by_test_id("devices.addDone").press("Enter")
    expect(add).to_be_focused()


def test_two_devices_of_a_kind_are_told_apart_by_their_names(window, server):
    """By the names that are given to windows which do not come by the link, too (`sizes.py`)."""
    pages = {}
    for size in (WIDE, WIDE, TABLET, NARROW):
        page = window(size, paired=False)
        page.goto(server.fresh_link())
        expect(page.get_by_test_id("sidebar.all")).to_be_attached()
        pages[device_name(size, pages)] = page
    assert list(pages) == ["Linux computer", "Linux computer 2", "Linux tablet", "Linux phone"]
    for own, page in pages.items():
        page.goto(f"{server.origin}/settings/devices")
        expect(page.locator(".device-own")).to_have_text(own)
        for other in pages.keys() - {own}:
            expect(page.locator(".device-name", has_text=re.compile(f"^{other}$"))).to_be_visible()


@pytest.mark.skipif(not shutil.which("zbarimg"), reason="zbarimg (Debian's zbar-tools) reads the picture")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_camera_reads_the_picture(window, tmp_path, scheme):
    page = window(WIDE, color_scheme=scheme)
    _, link = invite(page)
    picture = tmp_path / "code.png"
    page.locator(".qr-code").screenshot(path=picture)
    read = subprocess.run(
        ["zbarimg", "--quiet", "--raw", picture], capture_output=True, text=True, check=True
    ).stdout
    assert read.strip() == link


def test_a_code_is_typed(window):
    page = window(WIDE)
    code, link = invite(page)
    other = window(NARROW, paired=False)
    other.goto(link.split("#")[0])
    other.get_by_test_id("pair.code").fill(code.replace("-", " ").lower())
    other.get_by_test_id("pair.submit").click()
    expect(other.get_by_test_id("sidebar.all")).to_be_attached()


def test_a_fresh_link_in_the_same_tab_pairs(window):
    """Only what is behind the # changes, and the page stays."""
    page = window(WIDE)
    _, link = invite(page)
    other = window(NARROW, paired=False)
    other.goto(link.split("#")[0] + "#WRONG-CODE")
    expect(other.get_by_test_id("pair.error")).to_be_visible()
    other.evaluate("() => (window.isSamePage = true)")
    held = []
    other.route("**/v1/pair", lambda route: held.append(route))
    with other.expect_request("**/v1/pair"):
        other.evaluate("(hash) => (location.hash = hash)", link.split("#")[1])
    expect(other.get_by_test_id("pair.code")).to_have_value(link.split("#")[1])
    assert other.evaluate("window.isSamePage")
    held_back(other, held).continue_()
    expect(other.get_by_test_id("sidebar.all")).to_be_attached()


def test_out_of_reach_it_says_so(window, server):
    page = window(WIDE)
    page.goto(page.url.split("/library")[0] + "/settings/devices")
    expect(page.get_by_test_id("devices.add")).to_be_visible()
    page.context.set_offline(True)
    page.get_by_test_id("devices.add").click()
    expect(page.get_by_test_id("devices.invitation")).to_be_hidden()
    expect(page.get_by_role("status").or_(page.get_by_role("alert")).first).to_be_attached()
    page.context.set_offline(False)
