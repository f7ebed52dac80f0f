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
  case openLibrary
  case openLibraryURL
  case compression
  case metrics
  case logLevel

  /// The name that the environment has for it.
  package var variable: String {
    rawValue.reduce(into: "DOGEAR_") { name, letter in
      if letter.isUppercase, name.last?.isLowercase == true { name += "_" }
      name.append(letter)
    }.uppercased()
  }

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
    case .openLibrary: ""
    case .openLibraryURL: "https://openlibrary.org"
    case .compression: "message"
    case .metrics: "machine"
    case .logLevel: "info"
    }
  }
}
