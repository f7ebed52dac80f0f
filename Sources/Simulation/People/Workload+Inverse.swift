import Library
import Replica

extension Workload {
  /// What undoes an edit: ordinary changes that bring back what was in place before (SYNC §2,
  /// *History*).
  func inverse(of changes: [Change], over before: LibraryView) -> [Change] {
    changes.compactMap { change in
      // Two books that were told apart stay two.
      guard change.entity.kind != "alias" else { return nil }
      let former = before[change.entity]
      switch change.life {
      case .create: return Change(change.entity, life: .delete)
      case .delete: return former == nil ? nil : Change(change.entity, life: .restore)
      case .restore: return Change(change.entity, life: .delete)
      case .keep: break
      }
      var inverse = Change(change.entity)
      for field in change.set.keys
      where change.entity.kind != "progress" && !Log.marks.contains(field) {
        let value = former?.fields[field] ?? .null
        // A book cannot be without its title.
        if field != "title" || !value.isNull { inverse.set[field] = value }
      }
      for (field, elements) in change.add {
        for name in elements.keys {
          if let value = former?.fields[field]?[name] {
            inverse.add[field, default: [:]][name] = value
          } else {
            inverse.del[field, default: []].append(name)
          }
        }
        inverse.del[field]?.sort()
      }
      for (field, names) in change.del {
        for name in names {
          if let value = former?.fields[field]?[name] {
            inverse.add[field, default: [:]][name] = value
          }
        }
      }
      return inverse.hasFields ? inverse : nil
    }
  }
}
