import Server
import Testing

struct BackupScheduleTests {
  let hour = 3_600_000
  let start = 1_800_000_000_000

  @Test func `the first backup is due an interval after the library was made`() {
    let schedule = BackupSchedule(interval: 24 * hour, since: start)
    #expect(!schedule.isDue(now: start + 24 * hour - 1))
    #expect(schedule.isDue(now: start + 24 * hour))
    #expect(schedule.problem == nil)
  }

  @Test func `each backup moves the next`() {
    var schedule = BackupSchedule(interval: 24 * hour, since: start)
    schedule.succeed(now: start + 30 * hour)
    #expect(schedule.next == start + 54 * hour)
    #expect(!schedule.isDue(now: start + 54 * hour - 1))
  }

  @Test func `what failed is said, and tried again within a quarter of an hour`() {
    var schedule = BackupSchedule(interval: 24 * hour, since: start)
    schedule.fail("The disk is away.", now: start + 24 * hour)
    #expect(schedule.problem == "The disk is away.")
    #expect(!schedule.isDue(now: start + 24 * hour + hour / 4 - 1))
    #expect(schedule.isDue(now: start + 24 * hour + hour / 4))
    schedule.succeed(now: start + 25 * hour)
    #expect(schedule.problem == nil)
    #expect(schedule.next == start + 49 * hour)
  }

  /// In the folder it takes the place of an older one, as each that is made after it would.
  @Test func `a backup that is there and could not be noted is not made again at each try`() {
    var schedule = BackupSchedule(interval: 24 * hour, since: start)
    schedule.fail("The disk is full.", now: start + 24 * hour, isThere: true)
    #expect(schedule.problem == "The disk is full.")
    #expect(!schedule.isDue(now: start + 48 * hour - 1))
    #expect(schedule.isDue(now: start + 48 * hour))
  }

  @Test func `a clock that was a year ahead delays no backup`() {
    var schedule = BackupSchedule(interval: 24 * hour, since: start)
    schedule.succeed(now: start + 8_760 * hour)
    #expect(schedule.isDue(now: start))
    schedule.succeed(now: start)
    #expect(!schedule.isDue(now: start + 24 * hour - 1))
  }
}
