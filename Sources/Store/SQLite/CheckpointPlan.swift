/// When a write-ahead log is to be folded into its database, and by whom.
///
/// The log begins anew with the first commit that finds all of it folded and nobody reading in it. So most
/// is folded beside the commits, and what these added meanwhile, once that is little, between two of them.
struct CheckpointPlan {
  /// What is to be done after a commit.
  enum Step: Equatable {
    case none
    /// Folding so many frames on another thread; `folded` is called when it is over.
    case beside(frameCount: Int)
    /// Folding before the next commit, and before it what is under way beside; `folded` is called after.
    case here
  }

  /// Frames at which a log is full; twice as many are too much.
  private let full: Int
  /// Frames that the next commit may wait for.
  private let restMax: Int
  /// The same where one commit leaves as many.
  private let commitRestMax: Int
  /// How many frames there must be before anything is done again.
  private var due: Int
  /// Frames that were in the log after the last commit.
  private var lastCount = 0
  /// Frames of the log that are in the database already.
  private var foldedCount = 0
  private var isUnderWay = false
  private var isKnown = false

  /// Frames of the log that may not be in the database yet; nil where nobody knows.
  var restCount: Int? { isKnown ? lastCount - foldedCount : nil }

  /// A plan for a log that is full with `full` frames, of which `restMax` hold nobody up, and
  /// `commitRestMax` do so where commits are as large.
  init(
    full: Int = Limits.walPageCountMax, restMax: Int = Limits.walRestPageCountMax,
    commitRestMax: Int = Limits.walCommitRestPageCountMax
  ) {
    self.full = full
    self.restMax = restMax
    self.commitRestMax = commitRestMax
    due = full
  }

  /// Says what to do after a commit that left `count` frames in the log.
  mutating func next(after count: Int) -> Step {
    if count < lastCount {
      (lastCount, foldedCount) = (0, 0)
      due = full
    }
    let added = count - lastCount
    lastCount = count
    isKnown = true
    guard count >= due else { return .none }
    let isTooLong = count >= 2 * full
    guard isTooLong || !isUnderWay else { return .none }
    // Commits as large as this one, that follow one another, leave no less however often it is tried.
    let littleMax = max(restMax, min(added, commitRestMax))
    let rest = count - foldedCount
    guard isTooLong || rest <= littleMax else {
      isUnderWay = true
      return .beside(frameCount: rest)
    }
    // A reader who keeps the log from beginning anew is not tried at each commit.
    due = count + restMax
    return .here
  }

  /// Notes how many frames are in the database (nil: no more than before) after folding that began when
  /// the log had `count`.
  mutating func folded(_ folded: Int?, of count: Int) {
    isUnderWay = false
    foldedCount = folded ?? foldedCount
    // Somebody reads what is older, or the disk is full: it is tried again a little later.
    if foldedCount < count { due = max(due, count + restMax) }
  }

  /// Notes that all of the log is in the database, and nothing in the log.
  mutating func emptied() {
    (lastCount, foldedCount, due, isKnown) = (0, 0, full, true)
  }
}
