import Foundation
import Library
import Simulation

/// Writes down what the replicas of whole worlds are told and do, a file `SEED-DEVICE-START.json` for
/// each start of each device, for the replica in JavaScript to do the same.
struct Recorder {
  let folder: URL

  func record(_ seeds: ClosedRange<UInt64>) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var count = 0
    for seed in seeds {
      var world = try World(Script(seed: seed), isTraced: true)
      _ = try world.run()
      for (device, traces) in world.traces.enumerated() {
        for (start, trace) in traces.enumerated() where !trace.isEmpty {
          let file = folder.appending(path: "\(seed)-\(device)-\(start).json")
          try Data(trace.json.canonicalBytes).write(to: file)
          count += 1
        }
      }
    }
    print("\(count) traces in \(folder.relativePath)")
  }
}
