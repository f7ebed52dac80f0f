package import Logging

/// A part of the server whose log can be louder or quieter than the rest.
package enum LogArea: String, CaseIterable, Sendable {
  /// Starting and stopping.
  case server
  /// HTTP requests: at `debug` one line each, with method, path, status and time.
  case requests
  /// WebSocket sessions: at `debug` a line as each comes and goes.
  case sessions
  /// What is stored: at `debug` a line for each commit.
  case hub
  /// Pairing and revoking.
  case pairing
  /// The server's own backups.
  case backups
  /// Other catalogues that are asked for books.
  case catalogues
}

/// How much each part of the server says, as the setting `logLevel` spells it: `info`, or
/// `info,requests=debug,hub=trace`.
///
/// Nothing that is logged, at whatever level, holds a token, a code, a cookie or what is written in a
/// library: not even a query, which may be a book's title.
package struct LogLevels: Hashable, Sendable {
  private let base: Logger.Level
  private let areas: [LogArea: Logger.Level]

  /// Reads a setting; nil where it is none.
  package init?(_ text: String) {
    var base: Logger.Level?
    var areas: [LogArea: Logger.Level] = [:]
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
        \.trimmingSpaces)
      switch pair.count {
      case 1:
        guard base == nil, let level = Logger.Level(rawValue: pair[0]) else { return nil }
        base = level
      case 2:
        guard let area = LogArea(rawValue: pair[0]), let level = Logger.Level(rawValue: pair[1]),
          areas.updateValue(level, forKey: area) == nil
        else { return nil }
      default: return nil
      }
    }
    self.base = base ?? .info
    self.areas = areas
  }

  /// The least severe line that `area` writes.
  package subscript(area: LogArea) -> Logger.Level { areas[area] ?? base }

  /// The log of `area`.
  package func logger(_ area: LogArea) -> Logger {
    var logger = Logger(label: "dogear.\(area.rawValue)")
    logger.logLevel = self[area]
    return logger
  }
}
