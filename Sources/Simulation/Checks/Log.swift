import Library
import Store

/// The operations that the server took, in their order, as the checks read them: who made each, what
/// its author had seen.
struct Log {
  struct Entry {
    let operation: Operation
    let seq: Int
    let author: Author
    let outcome: Outcome
    /// Whether it was made before a restore, and taken after.
    let isReturning: Bool
    /// Whether an older client made it.
    let isOlder: Bool

    /// Whether the author of this one had seen `other`.
    func hasSeen(_ other: Entry) -> Bool {
      author.hasSeen(
        Version(
          stamp: 0, seq: other.seq, device: other.author.device,
          incarnation: other.author.incarnation, n: other.author.n))
    }
  }

  /// One write of one field or element.
  struct Write {
    let entry: Entry
    /// What it was written to, which may be an alias.
    let entity: EntityKey
    let value: JSONValue

    func hasSeen(_ other: Write) -> Bool { entry.hasSeen(other.entry) }

    /// Whether its author must have known that `other` was a value of the same thing: what they had
    /// written themselves under another name of it, they may have taken for that of another.
    func mustKnow(_ other: Write) -> Bool {
      hasSeen(other) && (entity == other.entity || other.entry.seq <= entry.author.base)
    }
  }

  let entries: [Entry]
  /// The ids of operations that it refused.
  let refused: Set<String>
  /// Accepted writes of registers, groups and texts, in order.
  private(set) var writes: [Place: [Write]] = [:]
  /// The changes that touch each entity, in order.
  private(set) var changes: [EntityKey: [(entry: Entry, change: Change)]] = [:]

  init(_ chronicle: Chronicle, _ authored: Authored) {
    entries = chronicle.operations.compactMap { logged in
      guard case .accepted(let seq, let outcome, _) = logged.result else { return nil }
      // What people had seen when they made it, whatever was said of that since.
      let edit = authored.edits[logged.operation.id]
      let base = chronicle.seen(
        edit?.operation.base ?? logged.operation.base, in: edit?.epoch, before: seq)
      return Entry(
        operation: logged.operation, seq: seq,
        author: Author(
          device: logged.device, incarnation: logged.incarnation, n: logged.operation.n,
          base: base, at: logged.operation.at),
        outcome: outcome,
        isReturning: chronicle.isReturning(in: edit?.epoch, at: seq),
        isOlder: edit?.isOlder ?? false)
    }
    refused = Set(
      chronicle.operations.compactMap { logged in
        guard case .refused = logged.result else { return nil }
        return logged.operation.id
      })
    for entry in entries {
      for change in entry.operation.changes {
        changes[change.entity, default: []].append((entry, change))
        for (field, value) in change.set {
          writes[Place(change.entity, field), default: []].append(
            Write(entry: entry, entity: change.entity, value: value))
        }
      }
    }
  }

  /// The place in the order of the operation whose id begins with `prefix`; after all others where that
  /// is not known.
  func seq(of prefix: Substring) -> Int {
    entries.first { $0.operation.id.hasPrefix(prefix) }?.seq ?? .max
  }

  /// Fields that the server writes, and clients at most clear.
  static let marks: Set<String> = ["revived", "recovered", "notice"]

  /// The writes of a field of entities that are one that nobody went on from: no later author had seen
  /// them.
  func standing(at places: [Place]) -> [Write] {
    let all = places.flatMap { writes[$0] ?? [] }.sorted { $0.entry.seq < $1.entry.seq }
    return all.indices.filter { index in
      !all[(index + 1)...].contains { $0.hasSeen(all[index]) }
    }.map { all[$0] }
  }
}
