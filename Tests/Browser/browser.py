"""The browser that tests and benches drive."""

import shutil
from contextlib import contextmanager

from playwright.sync_api import sync_playwright


@contextmanager
def real_chromium():
    """Chromium itself, without the window that people see around its pages: a third less work."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium-headless-shell"), args=["--no-sandbox"]
        )
        yield browser
        browser.close()
