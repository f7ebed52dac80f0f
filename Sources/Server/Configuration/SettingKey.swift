/// Every setting, by the name it has in `Config/dogear.yaml`. The environment spells it
/// `DOGEAR_BEHIND_PROXY`, `dogear serve` (of those that it takes) `--behind-proxy`; flags win over the
/// environment, and that over the file.
package enum SettingKey: String, CaseIterable, Sendable {
  case data
  case host
  case port
  case web
  case tls
  case tlsCertificate
  case tlsKey
  case behindProxy
  case publicURL
  case pairingMinutes
  case backupFolder
  case backupHours
  case backupsKept
  case compression
  case metrics
  case logLevel

  /// What holds when nobody says anything, as the file would spell it.
  package var defaultText: String {
    switch self {
    case .data: ""
    case .host: "127.0.0.1"
    case .port: "8080"
    case .web: ""
    case .tls: "false"
    case .tlsCertificate: ""
    case .tlsKey: ""
    case .behindProxy: "false"
    case .publicURL: ""
    case .pairingMinutes: String(Limits.pairingCodeLifetimeMilliseconds / 60_000)
    case .backupFolder: ""
    case .backupHours: "24"
    case .backupsKept: "7"
    case .compression: "message"
    case .metrics: "machine"
    case .logLevel: "info"
    }
  }

  /// The first top-level key of a YAML text that is no setting, for a typing mistake must not pass
  /// in silence. Settings are flat, so a line that starts with a name names a key.
  package static func unknownKey(inYAML text: String) -> String? {
    for line in text.split(whereSeparator: \.isNewline) {
      guard let colon = line.firstIndex(of: ":"), let first = line.first, first.isLetter else {
        continue
      }
      let name = String(line[..<colon])
      if SettingKey(rawValue: name) == nil { return name }
    }
    return nil
  }
}
