import DequeModule
import Library
import Store
import Wire

extension SyncHub {
  /// Lets a push wait for the next commit.
  mutating func accept(
    _ push: Push, byteCount: Int, from id: SessionID, _ outputs: inout [HubOutput]
  ) throws(SessionFault) {
    guard let membership = sessions[id]?.membership else { return }
    guard waitingByteCount + byteCount <= Limits.waitingByteCountMax else { throw .tooMuchWaiting }
    enqueue(
      WaitingPush(
        source: .push(id, push.batch), library: membership.library, device: membership.device,
        incarnation: membership.incarnation, content: .pushed(push.operations),
        byteCount: byteCount), &outputs)
    if sessions[id]?.addWaitingPush(of: byteCount) == true { outputs.append(.pauseReading(id)) }
  }

  /// Lets a server edit wait for the next commit.
  mutating func accept(_ edit: ServerEdit, _ outputs: inout [HubOutput]) {
    enqueue(
      WaitingPush(
        source: .edit(edit.id), library: edit.library, device: edit.device,
        incarnation: Author.server, content: .edited(edit.items, base: edit.base), byteCount: 0),
      &outputs)
  }

  private mutating func enqueue(_ push: WaitingPush, _ outputs: inout [HubOutput]) {
    waiting.append(push)
    waitingByteCount += push.byteCount
    requestCommit(&outputs)
  }

  /// Forgets what a connection still has waiting: its client has it, unacked.
  mutating func dropWaiting(of id: SessionID) {
    waiting.removeAll { $0.source.session == id }
    waitingByteCount = waiting.reduce(0) { $0 + $1.byteCount }
  }

  private mutating func requestCommit(_ outputs: inout [HubOutput]) {
    guard !isCommitDue, !waiting.isEmpty else { return }
    isCommitDue = true
    outputs.append(.commitDue)
  }
}

// MARK: Group commit

extension SyncHub {
  /// Commits the pushes that have waited longest for one library, tells their senders, then all
  /// who listen.
  mutating func commit(now: Int, _ outputs: inout [HubOutput]) {
    isCommitDue = false
    let group = takeGroup()
    guard let library = group.first?.library else { return }
    commit(group, to: library, now: now, &outputs)
    for push in group {
      guard let id = push.source.session, sessions[id]?.resumeReading() == true else { continue }
      outputs.append(.resumeReading(id))
    }
    requestCommit(&outputs)
  }

  /// Takes from those who wait what fits one transaction: in order, of one library, and always the
  /// first.
  private mutating func takeGroup() -> [WaitingPush] {
    guard let library = waiting.first?.library else { return [] }
    var group: [WaitingPush] = []
    var others: [WaitingPush] = []
    var (operationCount, byteCount) = (0, 0)
    while let push = waiting.popFirst() {
      guard push.library == library else {
        others.append(push)
        continue
      }
      operationCount += push.content.count
      byteCount += push.byteCount
      let fits =
        operationCount <= Limits.commitOperationCountMax && byteCount <= Limits.commitByteCountMax
      guard group.isEmpty || fits else {
        // Nothing overtakes what does not fit: a device's pushes stay in their order.
        waiting.prepend(push)
        break
      }
      group.append(push)
    }
    waiting.prepend(contentsOf: others)
    for push in group {
      waitingByteCount -= push.byteCount
      if let id = push.source.session { sessions[id]?.removeWaitingPush(of: push.byteCount) }
    }
    return group
  }

  /// Commits `group`, in which nothing follows any more on what the connections in `lost` have sent.
  /// - Returns: Those connections, and those of which something was not taken.
  @discardableResult
  private mutating func commit(
    _ group: [WaitingPush], to library: String, now: Int, expectsRecorded: Bool = false,
    after lost: Set<SessionID> = [], _ outputs: inout [HubOutput]
  ) -> Set<SessionID> {
    do throws(StoreError) {
      let (effect, page) = try store.commit(to: library) { snapshot throws(StoreError) in
        var commit = GroupCommit(on: snapshot, now: now, expectsRecorded: expectsRecorded)
        try commit.prepare(for: group)
        let results = try group.map { push throws(StoreError) in
          let hasStrayed = push.source.session.map {
            lost.contains($0) || sessions[$0]?.hasStrayed == true
          }
          return try commit.apply(push, hasStrayed: hasStrayed ?? false)
        }
        try commit.rebalance()
        return (commit.batch, commit.effect(results: results))
      }
      report(effect, page, of: group, library: library, &outputs)
      return lost.union(effect.strayed)
    } catch {
      switch error {
      case .recorded where !expectsRecorded:
        return commit(
          group, to: library, now: now, expectsRecorded: true, after: lost, &outputs)
      case .full, .busy: break
      case _ where group.count > 1:
        // Perhaps only one of them is at fault: committed each alone, the others go on.
        var lost = lost
        for push in group {
          lost = commit([push], to: library, now: now, after: lost, &outputs)
        }
        return lost
      default: break
      }
      fail(group, with: error, now: now, &outputs)
      return lost.union(group.compactMap(\.source.session))
    }
  }

  /// Tells what a commit did: first those who asked for it, then everybody.
  mutating func report(
    _ effect: GroupEffect, _ page: RowPage, of group: [WaitingPush], library: String,
    _ outputs: inout [HubOutput]
  ) {
    for id in effect.strayed {
      if sessions[id] == nil { dropWaiting(of: id) } else { sessions[id]?.hasStrayed = true }
    }
    if !effect.unbalanced.isEmpty {
      unbalanced[library, default: []].formUnion(effect.unbalanced)
    }
    for (push, result) in zip(group, effect.results) {
      switch push.source {
      case .push(let id, let batch):
        // Whoever left in the meantime asks again when it is back.
        guard sessions[id] != nil else { continue }
        let ack = Ack(
          batch: batch, through: result.through, head: page.to, results: result.results)
        outputs.append(.send(id, EncodedMessage(.ack(ack))))
      case .edit(let id):
        outputs.append(.edited(id, .success(result.results)))
      }
    }
    guard page.from < page.to else { return }
    markBehind(library)
    guard let audience = audiences[library], !audience.isEmpty else { return }
    let message =
      page.isTooMuch
      ? EncodedMessage(.behind(Behind(head: page.to))) : EncodedMessage(changes: page)
    outputs.append(.broadcast(audience, message))
  }

  /// Tells those whose pushes could not be saved. Their connections end: what they have in flight
  /// no longer follows on what is stored, and they have all of it still.
  private mutating func fail(
    _ group: [WaitingPush], with error: StoreError, now: Int, _ outputs: inout [HubOutput]
  ) {
    for push in group {
      #if MUTANTS
        if Mutant.isOn(.ackWithoutEffects), case .push(let id, let batch) = push.source,
          case .pushed(let operations) = push.content
        {
          let through = operations.map(\.n).max() ?? 0
          let ack = Ack(batch: batch, through: through, head: 0, results: [])
          outputs.append(.send(id, EncodedMessage(.ack(ack))))
        }
      #endif
      switch push.source {
      case .push(let id, _) where sessions[id] == nil: dropWaiting(of: id)
      case .push(let id, _): close(id, .storage(error), now: now, &outputs)
      case .edit(let id): outputs.append(.edited(id, .failure(error)))
      }
    }
  }
}
