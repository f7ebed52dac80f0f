extension Script {
  static let second = 1_000
  static let minute = 60 * second
  static let hour = 60 * minute
  static let day = 24 * hour

  /// The world of `seed`: usually a few people's months, now and then a few wild minutes over very few
  /// things, and rarely something big.
  package init(seed: UInt64) {
    // Mixed, so that the worlds of neighbouring seeds draw from places far apart: seeds that were
    // multiples of the generator's own step would all share one sequence, each a draw later.
    var seeds = SeededRandom(seed: seed)
    var random = SeededRandom(seed: seeds.next())
    isWild = random.isOne(in: 3)
    let isBig = random.isOne(in: 40)
    self.seed = seed
    deviceCount = Int.random(in: isBig ? 5...8 : 2...4, using: &random)
    weather = random.isOne(in: 6) ? .calm : .rough
    idCount = isWild ? 2 : 4
    let days = [1, 7, 40, 100, 400].randomElement(using: &random) ?? 7
    duration = isWild ? 5 * Self.minute : days * Self.day
    if random.isOne(in: 5) { olderClient = Int.random(in: 0..<deviceCount, using: &random) }
    let editCount = Int.random(in: isBig ? 100...200 : 20...60, using: &random)
    if isWild {
      scramble(editCount, &random)
    } else {
      live(editCount, &random)
    }
    fail(&random)
    items.sort { ($0.time, $0.seed) < ($1.time, $1.seed) }
  }

  /// Everybody edits everything at any time.
  private mutating func scramble(_ editCount: Int, _ random: inout SeededRandom) {
    for device in 0..<deviceCount { add(.opens(device), at: 0, &random) }
    for _ in 0..<editCount {
      let act = Habit.anything.randomElement(using: &random) ?? .title
      let device = Int.random(in: 0..<deviceCount, using: &random)
      add(.edits(device, act), at: Int.random(in: 0..<duration, using: &random), &random)
    }
  }

  /// People follow their habits until so many edits are made.
  private mutating func live(_ editCount: Int, _ random: inout SeededRandom) {
    Habit.importer.begin(&self, &random)
    while items.count(where: { if case .edits = $0.deed { true } else { false } }) < editCount {
      let habit = Habit.allCases.randomElement(using: &random) ?? .reviewer
      habit.addDay(to: &self, &random)
    }
  }

  private mutating func fail(_ random: inout SeededRandom) {
    guard weather != .calm else { return }
    let span = duration
    func once(in times: Int, _ script: inout Script, _ deed: @autoclosure () -> Deed) {
      guard random.isOne(in: times) else { return }
      let time = Int.random(in: 0..<span, using: &random)
      script.add(deed(), at: time, &random)
    }
    for device in 0..<deviceCount {
      for _ in 0..<2 { once(in: 2, &self, .dies(device)) }
      once(in: 2, &self, .clockJumps(device))
      once(in: 2, &self, .networkFails(device, milliseconds: span / 20))
      once(in: 6, &self, .diskFills(device, milliseconds: span / 40))
      once(in: 6, &self, .stalls(device, milliseconds: 2 * Self.minute))
      once(in: 12, &self, .isEvicted(device))
      if random.isOne(in: 6) { copy(device, &random) }
    }
    for _ in 0..<3 { once(in: 2, &self, .serverDies) }
    once(in: 5, &self, .serverDiskFills(milliseconds: min(span / 40, Self.hour)))
    if random.isOne(in: 4) { restoreServer(&random) }
  }

  /// A device is copied, and later it goes back to the copy, or the copy comes alive.
  private mutating func copy(_ device: Int, _ random: inout SeededRandom) {
    let copied = Int.random(in: 0..<duration, using: &random)
    add(.isCopied(device), at: copied, &random)
    let later = Int.random(in: copied..<duration, using: &random)
    add(random.isOne(in: 2) ? .isRestored(device) : .isCloned(device), at: later, &random)
  }

  /// The server is backed up, and at some time goes back to a backup.
  private mutating func restoreServer(_ random: inout SeededRandom) {
    let times = (0..<3).map { _ in Int.random(in: 0..<duration, using: &random) }.sorted()
    add(.serverIsBackedUp, at: times[0], &random)
    if random.isOne(in: 2) { add(.serverIsBackedUp, at: times[1], &random) }
    add(.serverIsRestored, at: times[2], &random)
  }
}
