/// Why the settings make no server, as one sentence for a person.
package enum SettingsError: Error, Hashable, Sendable {
  /// A value is not what the key needs.
  case invalid(SettingKey, String, String)
  /// The file names a key that is no setting.
  case unknownKey(String, file: String)
  /// The file gives a key a list, or keys of its own.
  case notOneValue(SettingKey, file: String)
  /// The file cannot be read.
  case unreadable(file: String, SystemError)
  /// The file is no YAML, or no settings, for the reason given.
  case notYAML(file: String, String)
  /// There is no home directory to put the data in, and nobody named another.
  case noHome
  /// Another address than loopback would carry tokens in the clear.
  case needsTLS(host: String)
}

extension SettingsError: CustomStringConvertible {
  /// The sentence for a person.
  package var description: String {
    switch self {
    case .invalid(let key, let text, let wanted):
      "The setting \(key.rawValue) must be \(wanted), not “\(text)”."
    case .unknownKey(let name, let file):
      "\(file) sets “\(name)”, which is no setting; Config/dogear.yaml lists them all."
    case .notOneValue(let key, let file):
      "\(file) must give \(key.rawValue) one value; Config/dogear.yaml shows how it is written."
    case .unreadable(let file, let error): "\(file) cannot be read: \(error)."
    case .notYAML(let file, let reason): "\(file) cannot be read as YAML: \(reason)"
    case .noHome:
      "There is no home directory to keep the library in; name a folder with --data."
    case .needsTLS(let host):
      "Listening on \(host) without TLS would let others read along; "
        + "run dogear tls init and set tls, or put a proxy with TLS in front and set behindProxy, "
        + "or listen on 127.0.0.1."
    }
  }
}
