extension Inverse {
  /// One entity as its author saw it, as they left it, and as it is now.
  struct Comparison {
    let before: EntityView
    let after: EntityView
    let now: EntityView

    /// Takes back the write of `field`.
    func undo(_ field: String, _ change: inout Change, _ undoing: inout Undoing) {
      let kind = now.entity.kind
      let mergeClass = Schema.mergeClass(of: field, in: kind)
      let (old, new) = (before.fields[field] ?? .null, after.fields[field] ?? .null)
      let current = now.fields[field] ?? .null
      // A mark of the server's that was cleared is not ours to set.
      guard mergeClass != .server, !old.isSame(as: new), !old.isSame(as: current) else { return }
      if current.isSame(as: new) {
        change.set[field] = old
      } else if mergeClass == .text,
        let text = TextMerge.merge(
          base: new.string ?? "", current.string ?? "", old.string ?? "")
      {
        let value: JSONValue = text.isEmpty && old.isNull ? .null : .string(text)
        if value.isSame(as: current) { return }
        change.set[field] = value
      } else {
        undoing.left.append(.init(entity: now.entity, field: field))
        return
      }
      if mergeClass == .text { undoing.was[now.entity, default: [:]][field] = current }
    }

    /// Takes back what became of elements of `field`.
    func undo(
      _ names: Set<String>, of field: String, _ change: inout Change, _ undoing: inout Undoing
    ) {
      let (old, new) = (Elements(before, field), Elements(after, field))
      let current = Elements(now, field)
      var isLeft = false
      var (adds, dels): (JSONObject, [String]) = ([:], [])
      let keys = Set(names.map { Schema.elementKey($0, of: field, in: now.entity.kind) })
      for key in keys {
        let (was, became, stands) = (old[key], new[key], current[key])
        if was == became || was == stands { continue }
        guard stands == became else {
          isLeft = true
          continue
        }
        if let became, !became.isSpelled(like: was) { dels.append(became.name) }
        if let was { adds[was.name] = was.value }
      }
      if !adds.isEmpty { change.add[field] = adds }
      if !dels.isEmpty { change.del[field] = dels.sorted(by: EntityView.precedes) }
      if isLeft { undoing.left.append(.init(entity: now.entity, field: field)) }
    }
  }
}

/// The elements of one set by what makes spellings the same.
private struct Elements {
  /// An element as it is spelled, with its value; equal where not a byte differs.
  struct Element: Equatable {
    let name: String
    let value: JSONValue

    static func == (left: Element, right: Element) -> Bool {
      left.isSpelled(like: right) && left.value.isSame(as: right.value)
    }

    func isSpelled(like other: Element?) -> Bool {
      other.map { name.utf8.elementsEqual($0.name.utf8) } ?? false
    }
  }

  private var elements: [String: Element] = [:]

  init(_ view: EntityView, _ field: String) {
    for (name, value) in view.fields[field]?.object ?? [:] {
      let key = Schema.elementKey(name, of: field, in: view.entity.kind)
      elements[key] = Element(name: name, value: value)
    }
  }

  subscript(key: String) -> Element? { elements[key] }
}

extension JSONValue {
  /// Whether it is the same to the byte; `==` compares texts by canonical equivalence.
  fileprivate func isSame(as other: JSONValue) -> Bool {
    self == other && canonicalBytes == other.canonicalBytes
  }
}
