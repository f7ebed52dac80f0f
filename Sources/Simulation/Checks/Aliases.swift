import Library

/// §4.11: aliases lead to a book and never in circles; each stands for a book that two people really
/// added at once, and where they did, there is one.
func checkAliases(_ evidence: Evidence) -> [String] {
  var sentences: [String] = []
  for (key, shape) in evidence.shapes where shape.alias != nil {
    var seen: Set<EntityKey> = [key]
    var next = shape.alias
    while let id = next {
      let target = EntityKey(kind: key.kind, id: id)
      guard seen.insert(target).inserted else {
        sentences.append("The aliases of \(key.id) lead in a circle.")
        break
      }
      guard let there = evidence.shapes[target] else {
        sentences.append("\(key.id) is an alias of \(id), which is nowhere.")
        break
      }
      next = there.alias
    }
  }
  let creations = evidence.log.changes.compactMapValues { changes in
    changes.first { $0.change.life == .create }
  }
  for (key, shape) in evidence.shapes where key.kind == "alias" {
    guard let from = shape.fields["from"]?.string, let to = shape.fields["to"]?.string else {
      continue
    }
    let pair = [from, to].map { creations[EntityKey(kind: "book", id: $0)] }
    guard let later = pair[0], let earlier = pair[1] else {
      sentences.append("The alias \(key.id) stands for a book that nobody added.")
      continue
    }
    if later.entry.hasSeen(earlier.entry) {
      sentences.append("\(from) is an alias of \(to), though its author had seen that.")
    }
  }
  return sentences
}
