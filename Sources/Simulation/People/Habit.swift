/// What somebody does again and again, on which of the devices, at what time of the day.
enum Habit: CaseIterable {
  /// Reads on the way to work: progress on the phone, morning and evening.
  case commuter
  /// Rewrites long texts, on two devices the same evening.
  case reviewer
  /// Two people who share a library shelve and tag the same books.
  case couple
  /// Adds books by ISBN, the same one on two phones.
  case importer
  /// Renames, reorders, deletes, restores, undoes.
  case tidier
  /// Edits for days without network.
  case traveller
  /// Was not there for long: comes back, looks, corrects what it finds.
  case absentee

  /// What adversaries do: anything, but the rare seldom.
  static let anything: [Act] =
    Act.allCases
    + [.title, .title, .review, .review, .note, .tag, .shelve, .createBook, .delete]

  private var acts: [Act] {
    switch self {
    case .commuter: [.progress, .progress, .span, .status, .quote]
    case .reviewer: [.review, .review, .note, .title, .rating, .settle, .undo]
    case .couple: [.shelve, .unshelve, .tag, .tag, .untag, .rating, .status, .createReading]
    case .importer: [.createBook, .createSameBook, .createShelf, .describe, .publisher, .keepBoth]
    case .tidier:
      [
        .renameShelf, .deleteShelf, .delete, .restore, .reorder, .squeeze, .undo, .custom,
        .clearNotice, .createUnknown, .settle,
      ]
    case .traveller: [.review, .note, .tag, .shelve, .createBook, .delete, .progress, .title]
    case .absentee: [.title, .review, .delete, .settle, .publisher, .unshelve]
    }
  }

  /// The first evening: some books and shelves, so that there is something to live with.
  func begin(_ script: inout Script, _ random: inout SeededRandom) {
    let evening = Int.random(in: 0..<Script.hour, using: &random)
    script.add(.opens(0), at: evening, &random)
    for (place, act) in [Act.createBook, .createShelf, .createBook, .createReading].enumerated() {
      script.add(.edits(0, act), at: evening + (place + 1) * 20_000, &random)
    }
    script.add(.leaves(0), at: evening + 3 * Script.minute, &random)
  }

  /// One day on which somebody follows the habit.
  func addDay(to script: inout Script, _ random: inout SeededRandom) {
    let days = max(1, script.duration / Script.day)
    let midnight = Int.random(in: 0..<days, using: &random) * Script.day
    let evening = midnight + 18 * Script.hour + Int.random(in: 0..<4 * Script.hour, using: &random)
    let devices = Array(0..<script.deviceCount).shuffled(using: &random)
    switch self {
    case .commuter:
      let phone = devices[0]
      sit(at: phone, from: midnight + 8 * Script.hour, edits: 1, &script, &random)
      sit(at: phone, from: midnight + 18 * Script.hour, edits: 1, &script, &random)
    case .reviewer, .couple, .importer:
      // Close enough to meet; half of the time one of the two has no network.
      if random.isOne(in: 2) {
        script.add(
          .networkFails(devices[0], milliseconds: Script.hour), at: evening - 1, &random)
      }
      for device in devices.prefix(2) {
        let start = evening + Int.random(in: 0..<2 * Script.minute, using: &random)
        sit(at: device, from: start, edits: Int.random(in: 1...4, using: &random), &script, &random)
      }
    case .tidier:
      sit(
        at: devices[0], from: evening, edits: Int.random(in: 2...6, using: &random), &script,
        &random)
    case .traveller:
      let away = Int.random(in: 1...10, using: &random) * Script.day
      script.add(.networkFails(devices[0], milliseconds: away), at: evening - 1, &random)
      for _ in 0..<3 {
        let start = evening + Int.random(in: 0..<away, using: &random)
        sit(
          at: devices[0], from: start, edits: Int.random(in: 1...3, using: &random), &script,
          &random)
      }
    case .absentee:
      sit(at: script.deviceCount - 1, from: evening, edits: 2, &script, &random)
    }
  }

  /// Opens the device, edits for a minute or two, and puts it away.
  private func sit(
    at device: Int, from start: Int, edits: Int, _ script: inout Script,
    _ random: inout SeededRandom
  ) {
    script.add(.opens(device), at: start, &random)
    let end = start + Int.random(in: 20_000...120_000, using: &random)
    for _ in 0..<edits {
      let time = Int.random(in: start + 1..<end, using: &random)
      script.add(.edits(device, acts.randomElement(using: &random) ?? .title), at: time, &random)
    }
    script.add(.leaves(device), at: end, &random)
  }
}
