import Foundation
import Library
import Replica
import Server
import ServerTesting
import Testing

/// What a library goes on with: after its own end, the server's, a restore and a copy.
struct ResumeTests {
  @Test(.timeLimit(.minutes(1)))
  func `a server that comes back is found again`() async throws {
    let first = try TestServer()
    let library = try await TestDevice(of: first).open(port: first.port)
    await library.untilSaved()
    await first.stop()
    await library.until { $0.state == .offline }
    try await library.edit(.book("b1", "Dune"))
    let second = try TestServer(
      settings: [.port: "\(first.port)"], data: first.data, clock: first.clock)
    await library.untilSaved()
    #expect(await library.waiting.isEmpty)
    #expect(await library.lastFailure == nil)
    await library.close()
    await second.stop()
  }

  @Test(.timeLimit(.minutes(1)))
  func `acked edits are kept until a backup of the server has them`() async throws {
    let server = try TestServer()
    let device = try TestDevice(of: server)
    let library = try await device.open(port: server.port)
    let id = try await library.edit(.book("b1", "Dune"))
    await library.untilSaved()
    await library.close()
    let storage = try SQLiteStorage(path: device.path)
    let kept = try #require(try storage.load().stored?.operations)
    storage.close()
    #expect(kept.map(\.id) == [id])
    guard case .acked = kept.first?.state else {
      Issue.record("not acked: \(kept)")
      return
    }
    await server.stop()
  }

  @Test(.timeLimit(.minutes(1)))
  func `what a restored server lacks is sent to it again`() async throws {
    let first = try TestServer()
    let device = try TestDevice(of: first)
    var library = try await device.open(port: first.port)
    try await library.edit(.book("b1", "Before"))
    await library.untilSaved()
    await library.close()
    await first.stop()
    let (data, copy) = (first.data.path + "/data", first.data.path + "/copy")
    try FileManager.default.copyItem(atPath: data, toPath: copy)

    let second = try TestServer(data: first.data, clock: first.clock)
    library = try await device.open(port: second.port)
    try await library.edit(.book("b2", "After"))
    await library.untilSaved()
    await library.close()
    await second.stop()
    try FileManager.default.removeItem(atPath: data)
    try FileManager.default.moveItem(atPath: copy, toPath: data)

    let third = try TestServer(data: first.data, clock: first.clock)
    library = try await device.open(port: third.port)
    let other = try await TestDevice(of: third).open(port: third.port)
    await other.until(view: { $0.title("b1") == "Before" && $0.title("b2") == "After" })
    await library.untilSaved()
    await other.close()
    await library.close()
    await third.stop()
  }

  /// A title that loses is kept whole; of a review, where two changed the same words, as well.
  @Test(.timeLimit(.minutes(1)), arguments: ["title", "review"], [false, true])
  func `what lost against another before a restore is offered again after it`(
    field: String, isReturnOrderOther: Bool
  ) async throws {
    let first = try TestServer()
    let devices = [try TestDevice(of: first, name: "One"), try TestDevice(of: first, name: "Two")]
    let key = EntityKey(kind: "book", id: "b1")
    var libraries: [LocalLibrary] = []
    for device in devices { libraries.append(try await device.open(port: first.port)) }
    try await libraries[0].edit(.book("b1", "Dune"))
    try await libraries[0].edit(Change(key, set: ["review": "Sand, and more of it."]))
    await libraries[1].until(view: { $0[key]?.fields["review"] != nil })
    for library in libraries {
      await library.untilSaved()
      await library.close()
    }
    await first.stop()
    let (data, copy) = (first.data.path + "/data", first.data.path + "/copy")
    try FileManager.default.copyItem(atPath: data, toPath: copy)

    let words: [JSONValue] = ["Sand, and so much of it.", "Sand, and far too little of it."]
    /// Whether both are there for a person: one in place, the other in a conflict that is open.
    let areBoth: @Sendable (LibraryView) -> Bool = { view in
      let inPlace = view[key]?.fields[field]
      let lost = view.list("conflict").compactMap { $0.fields["lost"]?["value"] }
      return Set(words).isSubset(of: [inPlace].compactMap(\.self) + lost)
    }
    let second = try TestServer(data: first.data, clock: first.clock)
    libraries = []
    for device in devices {
      let library = try await device.open(port: second.port)
      await library.untilSaved()
      await library.network(isUp: false)
      libraries.append(library)
    }
    for (library, word) in zip(libraries, words) {
      try await library.edit(Change(key, set: [field: word]))
    }
    for library in libraries {
      await library.network(isUp: true)
      await library.untilSaved()
    }
    for library in libraries { await library.until(view: areBoth) }
    for library in libraries { await library.close() }
    await second.stop()
    try FileManager.default.removeItem(atPath: data)
    try FileManager.default.moveItem(atPath: copy, toPath: data)

    let third = try TestServer(data: first.data, clock: first.clock)
    libraries = []
    for device in isReturnOrderOther ? devices.reversed() : devices {
      let library = try await device.open(port: third.port)
      await library.untilSaved()
      libraries.append(library)
    }
    for library in libraries {
      await library.until(view: areBoth)
      #expect(await library.problems.isEmpty)
      await library.close()
    }
    await third.stop()
  }

  /// A machine without a battery for its clock begins in the past, one that is set by a wrong source in the
  /// future: words, their order and what is kept for a backup hang on neither.
  @Test(.timeLimit(.minutes(1)), arguments: [40, -40])
  func `a server's clock that is months wrong for a while costs nothing`(days: Int) async throws {
    let jump = days * 86_400_000
    let server = try TestServer(settings: [.backupHours: "0"])
    let device = try TestDevice(of: server, name: "Here")
    let here = try await device.open(port: server.port)
    let there = try await TestDevice(of: server, name: "There").open(port: server.port)
    let both = [here, there]
    let first = try await here.edit(.book("b1", "Dune"))
    await there.until(view: { $0.title("b1") == "Dune" })
    for (round, shift) in [0, jump, -jump].enumerated() {
      server.clock.advance(byMilliseconds: shift)
      // One after the other: the last stands, whatever the clock shows.
      try await here.edit(.title("b1", "One \(round)"))
      await there.until(view: { $0.title("b1") == "One \(round)" })
      try await there.edit(.title("b1", "Two \(round)"))
      await here.until(view: { $0.title("b1") == "Two \(round)" })
      // At once, while nobody hears of the other: one stands, and the other is offered.
      for library in both {
        await library.network(isUp: false)
        try await library.edit(
          Change(
            EntityKey(kind: "book", id: "b1"),
            set: ["subtitle": .string("\(library === here ? "here" : "there") \(round)")]))
      }
      for library in both {
        await library.network(isUp: true)
        await library.untilSaved()
      }
      let subtitles = Set(["here \(round)", "there \(round)"])
      for library in both {
        await library.until(view: { view in
          let lost = view.list("conflict").compactMap { $0.fields["lost"]?["value"]?.string }
          let inPlace = view[EntityKey(kind: "book", id: "b1")]?.fields["subtitle"]?.string
          return subtitles.isSubset(of: lost + [inPlace ?? ""]) && lost.count == round + 1
        })
        #expect(await library.problems.isEmpty)
        #expect(await library.lastFailure == nil)
      }
    }
    // Who comes now is let in, and has it all; and what no backup holds is kept still.
    let late = try await TestDevice(of: server, name: "Late").open(port: server.port)
    await late.until(view: { $0.title("b1") == "Two 2" && $0.list("conflict").count == 3 })
    for library in both + [late] { await library.close() }
    let storage = try SQLiteStorage(path: device.path)
    #expect(try storage.load().stored?.operations.contains { $0.id == first } == true)
    storage.close()
    await server.stop()
  }

  @Test(.timeLimit(.minutes(1)))
  func `a copied device goes on as one of its own, and nobody's edit is lost`() async throws {
    let server = try TestServer()
    let device = try TestDevice(of: server)
    var library = try await device.open(port: server.port)
    try await library.edit(.book("b1", "Both have this"))
    await library.untilSaved()
    await library.close()
    let copy = device.folder.path + "/copy.sqlite"
    try FileManager.default.copyItem(atPath: device.path, toPath: copy)

    library = try await device.open(port: server.port)
    try await library.edit(.book("b2", "The original's"))
    await library.untilSaved()
    let clone = try await LocalLibrary.open(
      at: copy, server: library.server, access: .remembered, client: "test")
    try await clone.edit(.book("b3", "The copy's"))
    await clone.untilSaved()
    await library.until(view: { $0.title("b3") == "The copy's" })
    #expect(await clone.title("b2") == "The original's")
    #expect(await clone.checkpoint.incarnation != library.checkpoint.incarnation)
    await clone.close()
    await library.close()
    await server.stop()
  }
}
