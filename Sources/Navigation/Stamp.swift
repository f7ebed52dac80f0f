package import Library

/// A scene's stamp: the server counts attachments (`epoch`), the window its states (`rev`).
package struct Stamp: Hashable, Comparable, Sendable {
  /// How many times the scene was attached.
  package var epoch: Int
  /// How many states the window has had.
  package var rev: Int

  /// The stamp of the `rev`th state after the `epoch`th attachment.
  package init(epoch: Int, rev: Int) {
    self.epoch = epoch
    self.rev = rev
  }

  /// The stamp that the members `epoch` and `rev` of `json` spell.
  package init(json: JSONValue?) {
    epoch = json?["epoch"].cleanInteger() ?? 0
    rev = json?["rev"].cleanInteger() ?? 0
  }

  /// The JSON form.
  package var json: JSONValue { ["epoch": .int(epoch), "rev": .int(rev)] }

  /// By epoch, then by rev.
  package static func < (one: Stamp, other: Stamp) -> Bool {
    one.epoch == other.epoch ? one.rev < other.rev : one.epoch < other.epoch
  }
}

extension Stamp {
  /// Whether the server, which has this stamp, accepts a write: when the epoch is the current one
  /// and the rev greater. Else the write is stale and dropped. So the result is the greatest
  /// accepted stamp, in whatever order writes arrive (NAVIGATION §3.6, P9).
  package func accepts(_ written: Stamp) -> Bool {
    written.epoch == epoch && written.rev > rev
  }

  /// What the server keeps when a window attaches: the next epoch, so that whoever held the last
  /// one writes no more; nil while another live window holds the scene (`sceneBusy`: the newcomer
  /// forks).
  package func attached(isHeld: Bool) -> Stamp? {
    isHeld ? nil : Stamp(epoch: epoch + 1, rev: rev)
  }

  /// Whether a window that comes back with this stamp shows the server's state instead of its own:
  /// the greater stamp before the first paint, its own after it.
  package func yields(to server: Stamp, isPainted: Bool) -> Bool {
    !isPainted && server > self
  }
}
