import Synchronization

/// The entities that were written last: their texts, and their rows as everybody was told of them.
///
/// Entities lie in the order of their making, so what changed lately is scattered all over a large
/// library. Whoever was away for a while gets it from here, at the same cost however large the library
/// is; who asks for more than is here gets it from the table.
///
/// An entity is here only after its commit is durable, and is handed out only to readers of a moment
/// that has seen the same commits.
final class RecentStates: Sendable {
  /// What one commit wrote: the library's head before and after, and the entities with their keys.
  struct Commit {
    let library: Int64
    let from: Int
    let to: Int
    /// Nil where they are more than are kept at all.
    let entities: [(key: Int64, entity: Entity)]?
  }

  /// An entity as the last commit that wrote it left it.
  struct Entity {
    let text: String
    let row: StoredRows.Member

    var byteCount: Int { text.utf8.count + row.bytes.count }
  }

  /// All that was written to a library after some sequence.
  struct Entities {
    fileprivate let young: [Int64: Entity]
    fileprivate let old: [Int64: Entity]

    /// The entity, if it was written since; nil for another.
    subscript(key: Int64) -> Entity? { young[key] ?? old[key] }
  }

  fileprivate struct Generation: Sendable {
    var entities: [Int64: Entity] = [:]
    var byteCount = 0
    /// After which sequence of each library everything is here, or in a later generation.
    var begins: [Int64: Int] = [:]
  }

  fileprivate struct State {
    var young = Generation()
    var old = Generation()
    /// How far each library had come with its last commit that is here.
    var heads: [Int64: Int] = [:]
  }

  private let state = Mutex(State())

  /// Takes note of a commit that is durable. Returns what it does not keep any more.
  func note(_ commit: Commit) -> Remains { state.withLock { $0.note(commit) } }

  /// What was written to `library` after `cursor`, for a reader who sees it as of `head`; nil where
  /// that is not all here.
  func entities(of library: Int64, after cursor: Int, at head: Int) -> Entities? {
    state.withLock { state in
      guard state.heads[library] == head,
        let begin = state.old.begins[library] ?? state.young.begins[library], cursor >= begin
      else { return nil }
      return Entities(young: state.young.entities, old: state.old.entities)
    }
  }
}

extension RecentStates.State {
  fileprivate mutating func note(_ commit: RecentStates.Commit) -> Remains {
    let known = heads[commit.library]
    // Two commits may come here in another order than they were made.
    if let known, commit.to <= known { return Remains() }
    heads[commit.library] = commit.to
    guard let entities = commit.entities else {
      let remains = Remains(of: young.entities.count + old.entities.count, [young, old])
      (old, young) = (RecentStates.Generation(), RecentStates.Generation())
      young.begins[commit.library] = commit.to
      return remains
    }
    if let known, commit.from != known {
      old.begins[commit.library] = nil
      young.begins[commit.library] = commit.from
    } else if young.begins[commit.library] == nil {
      young.begins[commit.library] = commit.from
    }
    for (key, entity) in entities {
      let former = young.entities.updateValue(entity, forKey: key)
      young.byteCount += entity.byteCount - (former?.byteCount ?? 0)
    }
    guard young.byteCount > Limits.recentStatesByteCountMax / 2 else { return Remains() }
    let remains = Remains(of: old.entities.count, [old])
    old = young
    young = RecentStates.Generation()
    return remains
  }
}
