"""TLS of which we say ourselves what goes out together."""

import contextlib
import ssl


def trusting_anyone(*protocols):
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    if protocols:
        context.set_alpn_protocols(list(protocols))
    return context


class Sealed:
    """A session over a socket; what is written, or ended, goes out with the next `flush`."""

    def __init__(self, plain, context=None, name="one.test"):
        self.plain = plain
        self.incoming, self.outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        context = context or trusting_anyone()
        self.session = context.wrap_bio(self.incoming, self.outgoing, server_hostname=name)
        self.wait_for(self.session.do_handshake)
        self.flush()

    def write(self, data):
        self.session.write(data)

    def end(self):
        """Says that nothing more comes (`close_notify`)."""
        with contextlib.suppress(ssl.SSLError):
            self.session.unwrap()

    def flush(self):
        self.plain.sendall(self.outgoing.read())

    def read_to_end(self):
        data = b""
        with contextlib.suppress(ssl.SSLError):
            while piece := self.wait_for(lambda: self.session.read(1 << 16)):
                data += piece
        return data

    def wait_for(self, act):
        while True:
            try:
                return act()
            except ssl.SSLWantReadError:
                self.flush()
                piece = self.plain.recv(1 << 16)
                self.incoming.write(piece) if piece else self.incoming.write_eof()
