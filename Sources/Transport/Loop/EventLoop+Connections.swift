package import Framing
package import HTTPTypes

/// What a handler may ask of its loop. Nothing here calls the handler back before it has returned,
/// and nothing minds an id whose connection is gone.
extension EventLoop {
  /// Answers the request that this connection waits with. `Content-Length` and `Connection` are
  /// added; the body is sent by reference, and not at all to `HEAD`.
  ///
  /// A second answer to one request is a mistake of ours and traps.
  package func respond(_ response: HTTPResponse, body: [UInt8] = [], to id: ConnectionID) {
    guard let connection = connections[id] else { return }
    connection.apply { framing, actions in
      framing.respond(response, body: body, into: &actions)
    }
    markDirty(connection)
  }

  /// Answers the request that this connection waits with by 101: from here on it speaks WebSocket.
  package func upgrade(
    _ id: ConnectionID, accepting offer: WebSocketOffer, subprotocol: String? = nil,
    fields: HTTPFields = [:]
  ) {
    guard let connection = connections[id] else { return }
    connection.apply { framing, actions in
      framing.upgrade(accepting: offer, subprotocol: subprotocol, fields: fields, into: &actions)
    }
    markDirty(connection)
    // Its request was under way when the goodbyes were said.
    if farewell != nil { close(id, .serviceRestart, reason: "The server stops.") }
  }

  /// Takes messages of so many bytes from a WebSocket peer from here on, in place of what the limits say;
  /// what one read has brought already is held to what held before.
  package func allowMessages(ofAtMost byteCount: Int, from id: ConnectionID) {
    guard let connection = connections[id], connection.status.isWebSocket else { return }
    connection.apply { framing, _ in framing.allowMessages(ofAtMost: byteCount) }
  }

  /// Sends a message at the end of this tick, after everything sent before. False if the connection
  /// is gone, closing, or speaks HTTP.
  @discardableResult
  package func send(_ frame: EncodedFrame, to id: ConnectionID) -> Bool {
    guard let connection = connections[id], connection.status.acceptsMessages else { return false }
    connection.append(frame)
    markDirty(connection)
    return true
  }

  /// Sends one message to many connections: its bytes are shared, not copied; compressed
  /// ones too.
  package func send(_ frame: EncodedFrame, to ids: some Sequence<ConnectionID>) {
    for id in ids { send(frame, to: id) }
  }

  /// The same, now: whoever has nothing waiting and takes it as it is, neither encrypted nor
  /// compressed, is written to at once, which spares a look at each of a thousand. For what nothing
  /// else follows in this tick, that would go out with it.
  package func sendNow(_ frame: EncodedFrame, to ids: [ConnectionID]) {
    var batch: [ConnectionID] = []
    var outlets: [Outlet] = []
    for id in ids {
      guard let outlet = connections.outlet(of: id) else {
        send(frame, to: id)
        continue
      }
      batch.append(id)
      outlets.append(outlet)
      guard batch.count == TransportLimits.batchCount else { continue }
      write(frame, to: batch, outlets)
      batch.removeAll(keepingCapacity: true)
      outlets.removeAll(keepingCapacity: true)
    }
    write(frame, to: batch, outlets)
  }

  private func write(_ frame: EncodedFrame, to ids: [ConnectionID], _ outlets: [Outlet]) {
    let rest = unsafe frame.bytes.withUnsafeBytes { bytes in
      unsafe batchWriter.write(bytes, to: outlets)
    }
    for (place, outcome) in rest { sendRest(of: frame, after: outcome, to: ids[place]) }
  }

  /// Who cannot take it all, or is gone, is dealt with where the handler may hear of it.
  private func sendRest(
    of frame: EncodedFrame, after outcome: ByteStream.Outcome, to id: ConnectionID
  ) {
    guard let connection = connections[id] else { return }
    let count = if case .moved(let count) = outcome { count } else { 0 }
    connection.out.append(frame.bytes, sent: count)
    markDirty(connection)
  }

  /// Starts the WebSocket closing handshake: what was sent before still arrives, what comes in is
  /// ignored. An HTTP connection is closed once its answer is out.
  ///
  /// The reason is cut at 123 bytes of UTF-8.
  package func close(_ id: ConnectionID, _ status: CloseStatus, reason: String = "") {
    guard let connection = connections[id] else { return }
    connection.apply { framing, actions in
      framing.close(status, reason: reason, into: &actions)
    }
    // Its peer's answer is behind what was not read, and may not be sent before that is.
    connection.isPaused = false
    markDirty(connection)
  }

  /// Ends a connection at the end of this tick, without a word and without sending what waits.
  package func drop(_ id: ConnectionID) {
    guard let connection = connections[id] else { return }
    connection.condemn(.dropped)
    markDirty(connection)
  }

  /// Reads nothing more from this connection until `resumeReading`: its peer's writes fill the
  /// kernel's buffers and then stop. It is not timed out for its silence meanwhile.
  package func pauseReading(_ id: ConnectionID) {
    guard let connection = connections[id] else { return }
    connection.isPaused = true
    markDirty(connection)
  }

  /// Reads from this connection again.
  package func resumeReading(_ id: ConnectionID) {
    guard let connection = connections[id] else { return }
    connection.isPaused = false
    connection.lastHeard = now
    markDirty(connection)
  }
}
