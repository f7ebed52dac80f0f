import Library
import Store
import Wire

extension SyncHub {
  /// Answers a pull now, or as soon as the connection can take the answer.
  mutating func accept(
    _ pull: Pull, from id: SessionID, _ outputs: inout [HubOutput]
  ) throws(SessionFault) {
    guard let session = sessions[id], let membership = session.membership else { return }
    guard session.isCongested else {
      outputs.append(
        try page(since: pull.since, limit: pull.limit, for: id, library: membership.library))
      return
    }
    guard session.waitingPulls.count < Limits.waitingPullsMax else { throw .tooManyPulls }
    sessions[id]?.waitingPulls.append((pull.since, pull.limit))
  }

  /// Goes on with a connection that can take messages again.
  mutating func drain(_ id: SessionID, now: Int, _ outputs: inout [HubOutput]) {
    guard let session = sessions[id], session.isCongested else { return }
    sessions[id]?.isCongested = false
    sessions[id]?.isBehind = false
    sessions[id]?.waitingPulls = []
    guard let membership = session.membership else { return }
    drainScenes(id, &outputs)
    do throws(SessionFault) {
      if membership.isLive {
        congested[membership.library]?.remove(id)
        listen(id, library: membership.library)
      }
      if session.isBehind {
        let record = try stored { () throws(StoreError) in try store.library(membership.library) }
        outputs.append(.send(id, EncodedMessage(.behind(Behind(head: record?.head ?? 0)))))
      }
      for pull in session.waitingPulls {
        outputs.append(
          try page(since: pull.since, limit: pull.limit, for: id, library: membership.library))
      }
    } catch {
      close(id, error, now: now, &outputs)
    }
  }

  /// One page, from one snapshot.
  private func page(
    since cursor: Int, limit: Int, for id: SessionID, library: String
  ) throws(SessionFault) -> HubOutput {
    let page = try stored { () throws(StoreError) in
      try store.read(library) { snapshot throws(StoreError) in
        try snapshot.rows(since: cursor, limit: limit, byteCountMax: Limits.pageByteCountMax)
      }
    }
    guard cursor <= page.head else { throw .cursorBeyondHead(since: cursor, head: page.head) }
    return .send(id, EncodedMessage(page))
  }
}
