import Library

/// §4.8 for sets: an element is there exactly where somebody added it, and nobody who had seen that took
/// it out.
func checkSets(_ evidence: Evidence) -> [String] {
  var sentences: [String] = []
  for (key, changes) in evidence.log.changes where evidence.isSingle(key) {
    guard !evidence.isPurged(key) else { continue }
    var wanted: [String: Set<String>] = [:]
    for (index, (entry, change)) in changes.enumerated() {
      // The server gives new keys to places that people made; it puts nothing there.
      guard entry.author.device != Author.server else { continue }
      for (field, elements) in change.add {
        for element in elements.keys {
          let folded = Schema.elementKey(element, of: field, in: key.kind)
          // An addition that a later one had seen stands and falls with that.
          let isSettled = changes[(index + 1)...].contains { later in
            let isServers = later.entry.author.device == Author.server
            let touched =
              later.change.del[field, default: []]
              + (isServers ? [] : later.change.add[field, default: [:]].keys.sorted())
            return later.entry.hasSeen(entry)
              && touched.contains { Schema.elementKey($0, of: field, in: key.kind) == folded }
          }
          if !isSettled { wanted[field, default: []].insert(folded) }
        }
      }
    }
    for field in Set(changes.flatMap { $0.change.add.keys }) {
      let shown = evidence.shapes[key]?.fields[field]?.object ?? [:]
      let there = Set(shown.keys.map { Schema.elementKey($0, of: field, in: key.kind) })
      guard there != wanted[field] ?? [] else { continue }
      sentences.append(
        "\(field) of \(key.kind)/\(key.id) holds \(there.sorted()), not \((wanted[field] ?? []).sorted())."
      )
    }
  }
  return sentences
}
