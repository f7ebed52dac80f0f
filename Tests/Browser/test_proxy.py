"""The sample configurations of proxies: nginx, as Config/nginx.conf has it, between a browser and Dogear."""

import os
import re
import shutil
import socket
import subprocess
import time

import pytest
from playwright.sync_api import expect

from books import goodreads_export
from conftest import WIDE
from desk import watch
from dogear_server import ROOT, DogearServer
from reader import add_classics, expect_saved, rows

NGINX = shutil.which("nginx", path=os.environ["PATH"] + ":/usr/sbin")
pytestmark = pytest.mark.skipif(not NGINX, reason="nginx (Debian's nginx-light) is not installed")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@pytest.fixture
def proxied(tmp_path, monkeypatch):
    """A Dogear behind nginx with a certificate of its own; gives the server and the address."""
    monkeypatch.setenv("DOGEAR_BEHIND_PROXY", "true")
    server = DogearServer(tmp_path / "data").start()
    port = free_port()
    configuration = tmp_path / "nginx.conf"
    configuration.write_text(configured(tmp_path, server.port, port))
    command = [NGINX, "-p", tmp_path, "-e", "stderr", "-c", configuration]
    subprocess.run([*command, "-t"], check=True, capture_output=True, text=True)
    nginx = subprocess.Popen(command)
    wait_for(port)
    yield server, f"https://127.0.0.1:{port}"
    nginx.terminate()
    nginx.wait(timeout=20)
    if server.process:
        server.stop()


def configured(folder, upstream, port):
    """The sample with this test's ports and certificate, in what nginx wants around it."""
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
        + ["-subj", "/CN=books.example.org", "-keyout", folder / "key.pem"]
        + ["-out", folder / "chain.pem", "-days", "1"],
        check=True,
        capture_output=True,
    )
    sample = (ROOT / "Config/nginx.conf").read_text()
    for written, here in [
        ("server 127.0.0.1:8080", f"server 127.0.0.1:{upstream}"),
        ("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"),
        ("  listen [::]:443 ssl http2;\n", ""),
        ("listen 80;", f"listen 127.0.0.1:{free_port()};"),
        ("  listen [::]:80;\n", ""),
        ("/etc/letsencrypt/live/books.example.org/fullchain.pem", str(folder / "chain.pem")),
        ("/etc/letsencrypt/live/books.example.org/privkey.pem", str(folder / "key.pem")),
    ]:
        assert written in sample, written
        sample = sample.replace(written, here)
    temporary = "".join(
        f"{kind}_temp_path {folder}/{kind};\n"
        for kind in ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    )
    user = "user root;\n" if os.geteuid() == 0 else ""
    return (
        f"{user}daemon off;\nmaster_process off;\npid {folder}/nginx.pid;\nevents {{}}\n"
        f"http {{\naccess_log off;\n{temporary}{sample}}}\n"
    )


def wait_for(port):
    for _ in range(100):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise AssertionError("nginx does not listen")


def test_a_browser_pairs_and_syncs_through_nginx(chromium, proxied, tmp_path):
    server, origin = proxied
    # A service worker is given to nobody whose certificate is not trusted.
    context = chromium.new_context(
        viewport=WIDE, ignore_https_errors=True, reduced_motion="reduce", service_workers="block"
    )
    problems = []
    page = context.new_page()
    watch(page, problems)
    page.goto(f"{origin}/pair#{server.first_link.split('#')[1]}")
    expect(page.get_by_test_id("sidebar.all")).to_be_attached()
    add_classics(page)
    expect_saved(page)

    # The cookie never goes without TLS, and browsers are told to come by nothing else.
    [cookie] = [each for each in context.cookies() if each["name"].startswith("dogear-")]
    assert cookie["secure"] and cookie["httpOnly"] and cookie["sameSite"] == "Strict"
    answer = context.request.get(origin)
    assert answer.headers["strict-transport-security"] == "max-age=2592000"

    # What is told over the WebSocket arrives through the proxy without a reload.
    server.command("import", goodreads_export(tmp_path / "books.csv", 3))
    expect(page.get_by_test_id("sidebar.all")).not_to_contain_text("600")
    expect(rows(page).first).to_be_visible()

    # Its numbers are for this machine's own programs, and not for what a proxy hands on.
    assert context.request.get(f"{origin}/metrics").status == 403
    context.close()
    assert problems == []


def test_a_new_device_gets_a_link_to_the_proxy(chromium, proxied):
    server, origin = proxied
    context = chromium.new_context(viewport=WIDE, ignore_https_errors=True)
    page = context.new_page()
    page.goto(f"{origin}/pair#{server.first_link.split('#')[1]}")
    expect(page.get_by_test_id("sidebar.all")).to_be_attached()
    page.goto(f"{origin}/settings/devices")
    page.get_by_test_id("devices.add").click()
    link = page.get_by_test_id("devices.link")
    expect(link).to_have_attribute("href", re.compile(re.escape(f"{origin}/pair#")))
    context.close()
