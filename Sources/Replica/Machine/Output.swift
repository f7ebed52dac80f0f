public import Library
public import Wire

/// What is to be done, in order.
public enum Output: Hashable, Sendable {
  /// Open a socket.
  case connect
  /// Close it; nothing more may come from it.
  case disconnect(code: CloseCode, reason: String)
  /// Send a message.
  case send(ClientMessage)
  /// Wake us after a while.
  case schedule(ReplicaTimer, afterMilliseconds: Int)
  /// Do not wake us.
  case cancel(ReplicaTimer)
  /// Write a transaction and answer `persisted` or `notPersisted`; the next is asked for only then.
  case persist(number: Int, batch: Batch)
  /// Views must look again; `isRemote` when somebody else's edit is in it.
  case changed(LibraryView.Touched, isRemote: Bool)
  /// These edits survive a crash from here on.
  case settled([String])
  /// This edit was not taken at all.
  case rejected(id: String, Problem)
  /// The sync state is another.
  case status(Status)
}
