"""The sample configurations of proxies, nginx's and Caddy's as Config has them, between a browser and Dogear."""

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

SEARCHED = os.environ["PATH"] + ":/usr/sbin"


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@pytest.fixture(params=["nginx", "caddy"])
def proxied(request, tmp_path, monkeypatch):
    """A Dogear behind a proxy with a certificate of its own; gives the server and the address."""
    program = shutil.which(request.param, path=SEARCHED)
    if not program:
        pytest.skip(f"{request.param} is not installed")
    monkeypatch.setenv("DOGEAR_BEHIND_PROXY", "true")
    server = DogearServer(tmp_path / "data").start()
    port = free_port()
    make_certificate(tmp_path)
    command, environment = {"nginx": nginx, "caddy": caddy}[request.param](
        program, tmp_path, server.port, port
    )
    proxy = subprocess.Popen(command, env=os.environ | environment)
    wait_for(port)
    yield server, f"https://127.0.0.1:{port}"
    proxy.terminate()
    proxy.wait(timeout=20)
    if server.process:
        server.stop()


def make_certificate(folder):
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
        + ["-subj", "/CN=books.example.org", "-addext", "subjectAltName=IP:127.0.0.1"]
        + ["-keyout", folder / "key.pem", "-out", folder / "chain.pem", "-days", "1"],
        check=True,
        capture_output=True,
    )


def sample(name, *replacements):
    """The sample of this name, with what is written in it replaced by what is here."""
    text = (ROOT / "Config" / name).read_text()
    for written, here in replacements:
        assert written in text, written
        text = text.replace(written, here)
    return text


def nginx(program, folder, upstream, port):
    """The command, and what it wants in its environment; around the sample stands what nginx wants."""
    text = sample(
        "nginx.conf",
        ("server 127.0.0.1:8080", f"server 127.0.0.1:{upstream}"),
        ("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"),
        ("  listen [::]:443 ssl http2;\n", ""),
        ("listen 80;", f"listen 127.0.0.1:{free_port()};"),
        ("  listen [::]:80;\n", ""),
        ("/etc/letsencrypt/live/books.example.org/fullchain.pem", str(folder / "chain.pem")),
        ("/etc/letsencrypt/live/books.example.org/privkey.pem", str(folder / "key.pem")),
    )
    temporary = "".join(
        f"{kind}_temp_path {folder}/{kind};\n"
        for kind in ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    )
    user = "user root;\n" if os.geteuid() == 0 else ""
    configuration = folder / "nginx.conf"
    configuration.write_text(
        f"{user}daemon off;\nmaster_process off;\npid {folder}/nginx.pid;\nevents {{}}\n"
        f"http {{\naccess_log off;\n{temporary}{text}}}\n"
    )
    command = [program, "-p", folder, "-e", "stderr", "-c", configuration]
    subprocess.run([*command, "-t"], check=True, capture_output=True, text=True)
    return command, {}


def caddy(program, folder, upstream, port):
    """The same of Caddy, which would get its certificate by itself and listen on port 80 too."""
    text = sample(
        "Caddyfile",
        ("127.0.0.1:8080", f"127.0.0.1:{upstream}"),
        (
            "\nbooks.example.org {",
            f"\nhttps://127.0.0.1:{port} {{\n  tls {folder}/chain.pem {folder}/key.pem",
        ),
    )
    configuration = folder / "Caddyfile"
    configuration.write_text("{\n  admin off\n  auto_https disable_redirects\n}\n" + text)
    command = [program, "run", "--adapter", "caddyfile", "--config", configuration]
    environment = {"XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    return command, environment


def wait_for(port):
    for _ in range(100):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise AssertionError("the proxy does not listen")


def test_a_browser_pairs_and_syncs_through_a_proxy(chromium, proxied, tmp_path):
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
