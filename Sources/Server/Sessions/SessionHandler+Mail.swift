import Framing
import Transport

/// What the hub and the desks have for the loop's connections.
extension SessionHandler {
  mutating func mailArrived(on loop: isolated EventLoop) {
    let letters = mail.drain()
    if !letters.isEmpty { shared.metrics.loopLetters.observe(Double(letters.count)) }
    for (place, letter) in letters.enumerated() {
      switch letter {
      case .send(let session, let frame):
        if let id = connections[session] { send(frame, to: id, on: loop) }
      case .page(let session, let frame):
        guard let id = connections[session] else { continue }
        pulls[id] = (pulls[id] ?? 1) - 1
        send(frame, to: id, on: loop)
      case .broadcast(let sessions, let frame):
        if sessions != audience.sessions {
          audience = (sessions, sessions.compactMap { connections[$0] })
        }
        shared.metrics.messagesSent.add(audience.connections.count)
        if place == letters.count - 1 {
          loop.sendNow(frame, to: audience.connections)
        } else {
          loop.send(frame, to: audience.connections)
        }
      case .close(let session, let status, let reason):
        guard let id = connections[session] else { continue }
        loop.close(id, status, reason: reason)
        end(id, on: loop)
      case .pauseReading(let session):
        guard let id = connections[session] else { continue }
        paused.insert(id)
        loop.pauseReading(id)
      case .resumeReading(let session):
        guard let id = connections[session] else { continue }
        paused.remove(id)
        if held[id] == nil { loop.resumeReading(id) }
      case .reply(let id, let reply):
        largeCalls.answered(on: id)
        answer(id, reply, on: loop)
      }
    }
  }
}
