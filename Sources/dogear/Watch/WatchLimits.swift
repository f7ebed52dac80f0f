/// The bounds of what a watch prints.
enum WatchLimits {
  /// Bytes written at once: poll(2) says of a pipe that it takes so much (PIPE_BUF, pipe(7)). With more, a
  /// write might wait for the reader, where nothing ends it.
  static let writeByteCountMax = 4_096

  /// How soon a reader who takes nothing is looked after again: before a person notices, and seldom enough
  /// to cost nothing while they are at lunch.
  static let readerRetryMilliseconds = 20

  /// How long a reader may take nothing once the watch is to end: who is only slow gets the line whole.
  static let lastWordsMilliseconds: Int32 = 200
}
