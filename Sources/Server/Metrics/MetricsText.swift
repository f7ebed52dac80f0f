/// A page in the text format of Prometheus, version 0.0.4
/// (prometheus.io/docs/instrumenting/exposition_formats).
struct MetricsText {
  enum Kind: String { case counter, gauge, histogram }

  private(set) var text = ""

  /// Begins a family of samples.
  mutating func family(_ name: String, _ help: String, _ kind: Kind) {
    text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
  }

  /// One sample, with its labels.
  mutating func sample(_ name: String, _ value: Int) {
    text += "\(name) \(value)\n"
  }

  /// A family of one number that only grows.
  mutating func counter(_ name: String, _ help: String, _ count: Int) {
    family(name, help, .counter)
    sample(name, count)
  }

  /// A family of one number that rises and falls; without a sample where there is none yet.
  mutating func gauge(_ name: String, _ help: String, _ value: Int?) {
    family(name, help, .gauge)
    if let value { sample(name, value) }
  }

  /// A histogram: its buckets count everything up to their bound.
  mutating func histogram(_ name: String, _ help: String, _ histogram: Histogram) {
    family(name, help, .histogram)
    let state = histogram.state
    var total = 0
    for (bound, count) in zip(histogram.bounds, state.counts) {
      total += count
      sample("\(name)_bucket{le=\"\(bound)\"}", total)
    }
    let all = state.counts.reduce(0, +)
    sample("\(name)_bucket{le=\"+Inf\"}", all)
    text += "\(name)_sum \(state.sum)\n"
    sample("\(name)_count", all)
  }
}
