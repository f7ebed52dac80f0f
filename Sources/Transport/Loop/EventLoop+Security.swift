import Framing
import HTTPTypes

/// Whether what passes a listener's connections is encrypted.
package enum Security: Hashable, Sendable {
  /// In the clear: on this machine, or behind a proxy.
  case plain
  /// TLS 1.2 or 1.3.
  case tls
}

extension EventLoop {
  func secure(with identities: [TLSIdentity], tickets: TicketKeys) {
    do throws(TLSError) {
      tls = try TLSContext(identities, tickets: tickets)
    } catch {
      preconditionFailure("an identity was tried out when it was made: \(error)")
    }
  }

  func stream(for arrival: Arrival) -> ByteStream {
    guard arrival.security == .tls else { return ByteStream(arrival.descriptor) }
    guard let tls else { preconditionFailure("certificates come before connections") }
    return ByteStream(arrival.descriptor, tls: tls.makeSession(arrival.descriptor))
  }

  /// Sends who speaks plain HTTP where TLS is spoken to the same address over TLS. Whatever the request
  /// gave away is given away; it is not looked at.
  func redirect(_ request: Request, of connection: Connection) {
    let target = request.head.path ?? "/"
    let reason = "It came without TLS."
    guard let authority = request.head.authority, !authority.isEmpty, target.hasPrefix("/") else {
      handler?.answered(400, because: reason, to: connection.id, on: self)
      return respond(
        HTTPResponse(
          status: .badRequest,
          headerFields: [.connection: "close", .contentType: "text/plain; charset=utf-8"]),
        body: Array("This server speaks TLS: use https.\n".utf8), to: connection.id)
    }
    handler?.answered(308, because: reason, to: connection.id, on: self)
    respond(
      HTTPResponse(
        status: .permanentRedirect,
        // Kept, it would lock a browser out for good where TLS is given up again.
        headerFields: [
          .location: "https://\(authority)\(target)", .cacheControl: "no-store",
          .connection: "close",
        ]),
      to: connection.id)
  }
}
