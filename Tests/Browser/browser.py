"""The browser that tests and benches drive."""

import shutil
from contextlib import contextmanager

from playwright.sync_api import sync_playwright


def launch(browser_type, *arguments):
    """Chromium itself, without the window that people see around its pages: a third less work."""
    return browser_type.launch(
        executable_path=shutil.which("chromium-headless-shell"), args=["--no-sandbox", *arguments]
    )


@contextmanager
def real_chromium(*arguments):
    with sync_playwright() as playwright:
        browser = launch(playwright.chromium, *arguments)
        yield browser
        browser.close()
