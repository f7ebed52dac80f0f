extension Script {
  /// A smaller script that still fails: with as few items, faults and devices as can be found by leaving
  /// things out, half of what is left at first, single things in the end.
  ///
  /// - Parameter fails: Whether a world of the script breaks a promise.
  /// - Returns: The smaller script, or this one when nothing can be left out.
  package func shrunk(while fails: (Script) -> Bool) -> Script {
    var script = self
    for calmer in script.calmer where fails(calmer.applied(to: script)) {
      script = calmer.applied(to: script)
    }
    var size = max(1, script.items.count / 2)
    while true {
      var start = 0
      while start < script.items.count {
        var smaller = script
        smaller.items.removeSubrange(start..<min(start + size, script.items.count))
        if fails(smaller) { script = smaller } else { start += size }
      }
      if size == 1 { break }
      size = max(1, size / 2)
    }
    let last = script.items.last?.time ?? 0
    var shorter = script
    shorter.duration = min(script.duration, last + Self.minute)
    return fails(shorter) ? shorter : script
  }

  /// One thing that could stop going wrong.
  private struct Calmer {
    let apply: (inout Script) -> Void

    func applied(to script: Script) -> Script {
      var script = script
      apply(&script)
      return script
    }
  }

  private var calmer: [Calmer] {
    [
      Calmer { $0.weather = .calm }, Calmer { $0.weather.deadLinks = nil },
      Calmer { $0.weather.congestion = nil }, Calmer { $0.weather.commitDeaths = nil },
      Calmer { $0.weather.slowLinks = nil }, Calmer { $0.weather.doubledLinks = nil },
      Calmer { $0.weather.wrongClocks = nil }, Calmer { $0.olderClient = nil },
      Calmer { $0.items.removeAll { !$0.deed.isEdit } },
    ]
      + (0..<deviceCount).map { device in
        Calmer { script in script.items.removeAll { $0.deed.device == device } }
      }
  }
}
