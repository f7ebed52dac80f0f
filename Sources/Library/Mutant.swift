#if MUTANTS
  /// A bug that some sync engine had, or that would break one promise of SYNC §4, planted to see that
  /// the simulator finds it. Only the simulator's own build knows them (`DOGEAR_MUTANTS`).
  public enum Mutant: String, Hashable, Sendable, CaseIterable {
    // The historical ones, in the order of SYNC's opening paragraph.
    /// An ack comes though the effects were not saved.
    case ackWithoutEffects
    /// A refused op stays at the head of the queue.
    case refusedWedgesQueue
    /// The loser of a conflict is kept nowhere.
    case losersDropped
    /// A device five minutes fast is refused.
    case fastRefused
    /// An edit 300 seconds off is refused.
    case skewRefused
    /// The last to arrive wins.
    case lastArrivalWins
    /// All devices share one place in a reading.
    case progressShared
    /// A device that meets a restored server drops what waits.
    case restoreWipesQueue
    /// A commit is told of before it is on the disk.
    case unsyncedCommits

    // One for each promise that those leave.
    /// Removed elements are not told (§4.1).
    case removalsUntold
    /// Acked ops are forgotten at once (§4.2).
    case ackedForgotten
    /// An op that is sent again under another incarnation is applied again (§4.3).
    case resentTwice
    /// A gap in live changes is not noticed (§4.5).
    case gapsIgnored
    /// Pages show before the checkpoint is whole (§4.7).
    case pagesShowEarly
    /// Waiting ops do not show (§4.6).
    case waitingHidden
    /// Of a merged text one side is left (§4.8).
    case textOverwritten
    /// Everyone is taken to have seen everything (§4.9).
    case everythingSeen
    /// Clocks count as they are (§4.10).
    case clocksUnbounded
    /// A removal takes what it had not seen (§4.11).
    case removalsWin
    /// A second copy made on purpose becomes an alias (§4.11).
    case copiesJoined
    /// An edit of what was deleted meanwhile stays in Trash (§4.12).
    case editsStayInTrash
    /// Keys of hand-made orders grow and grow (§4.13).
    case ordersUnbalanced
    /// Whoever loses the connection does not come back (§4.14).
    case retriesForgotten
    /// Who does not read is sent everything (§4.15).
    case stalledFlooded
    /// What a base counts in is not asked (§4.2).
    case epochsIgnored

    /// The one that is in force here; none in a build that does not plant any.
    @TaskLocal public static var active: Mutant?

    /// Whether `mutant` is in force.
    public static func isOn(_ mutant: Mutant) -> Bool { active == mutant }
  }
#endif
