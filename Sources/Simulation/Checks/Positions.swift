import Library

/// §4.13: positions order everything in one way, and stay short.
func checkPositions(_ evidence: Evidence) -> [String] {
  evidence.shapes.flatMap { key, shape -> [String] in
    var positions = [shape.fields["position"]?.string]
    if key.kind == "book" {
      positions += (shape.fields["shelves"]?.object ?? [:]).values.map { $0["position"]?.string }
    }
    return positions.compactMap(\.self).filter { $0.utf8.count > 40 }.map {
      "\(key.kind)/\(key.id) stands at \($0), which nobody rebalanced."
    }
  }
}
