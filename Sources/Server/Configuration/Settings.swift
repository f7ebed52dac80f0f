package import Transport

/// What a person decides about a server, checked.
package struct Settings: Sendable {
  /// Where everything is kept: database, lock and control socket.
  package var data: DataDirectory
  /// The address to listen on.
  package var host: String
  /// The TCP port to listen on; 0 takes a free one.
  package var port: Int
  /// Which of the two somebody has set.
  private var setOfAddress: Set<SettingKey> = []
  /// The folder of the browser client; nil looks for it beside the program.
  package var web: String?
  /// Where the certificates are, if the server speaks TLS itself.
  package var tls: TLSFiles?
  /// Whether a proxy in front speaks TLS, so that other addresses than loopback may be used.
  package var behindProxy: Bool
  /// The address people type, where it is not the one listened on.
  package var publicURL: String?
  /// How long a pairing code lives, in milliseconds.
  package var pairingCodeLifetimeMilliseconds: Int
  /// Where the server's own backups go.
  package var backupFolder: BackupFolder
  /// How often the server makes a backup by itself, in milliseconds; nil for never.
  package var backupIntervalMilliseconds: Int?
  /// How many of its own backups the server keeps.
  package var backupsKept: Int
  /// How Open Library is asked for books; nil where it is not.
  package var openLibrary: OpenLibrarySettings?
  /// How messages over WebSocket are compressed.
  package var compression: MessageCompression
  /// Who may read the server's numbers.
  package var metrics: MetricsAudience
  /// The least severe log line to write, by the part of the server that writes it.
  package var logLevels: LogLevels

  /// Reads each setting through `text`, which answers nil for what nobody set.
  ///
  /// `environment` gives `HOME` and `XDG_DATA_HOME` for the default data directory.
  /// - Throws: `SettingsError`, naming the key.
  package init(
    environment: [String: String], text: (SettingKey) throws(SettingsError) -> String?
  ) throws(SettingsError) {
    func value(_ key: SettingKey) throws(SettingsError) -> String {
      try text(key) ?? key.defaultText
    }
    data = try DataDirectory(setting: value(.data), environment: environment)
    host = try value(.host)
    guard Self.isHost(host) else { throw .invalid(.host, host, "an IP address or localhost") }
    port = try Self.number(.port, value(.port), in: 0...65_535)
    for key in [SettingKey.host, .port] where try text(key) != nil { setOfAddress.insert(key) }
    web = Self.optional(try value(.web)).map {
      DataDirectory.expanded($0, environment: environment)
    }
    tls = try Self.tls(
      isOn: Self.flag(.tls, value(.tls)), certificates: value(.tlsCertificate),
      keys: value(.tlsKey), data: data, environment: environment)
    behindProxy = try Self.flag(.behindProxy, value(.behindProxy))
    publicURL = try Self.publicURL(value(.publicURL))
    pairingCodeLifetimeMilliseconds =
      try Self.number(.pairingMinutes, value(.pairingMinutes), in: 1...1_440) * 60_000
    let folder = Self.optional(try value(.backupFolder)).map {
      DataDirectory.expanded($0, environment: environment)
    }
    backupFolder = BackupFolder(path: folder ?? data.path + "/backups")
    let hours = try Self.number(.backupHours, value(.backupHours), in: 0...Limits.backupHoursMax)
    backupIntervalMilliseconds = hours == 0 ? nil : hours * 3_600_000
    backupsKept = try Self.number(
      .backupsKept, value(.backupsKept), in: 1...Limits.backupsKeptMax)
    openLibrary = try OpenLibrarySettings(
      contact: value(.openLibrary), origin: value(.openLibraryURL))
    let level = try value(.logLevel)
    guard let logLevels = LogLevels(level) else {
      throw .invalid(.logLevel, level, "a level such as info, or info,requests=debug")
    }
    self.logLevels = logLevels
    compression = try Self.choice(.compression, value(.compression))
    metrics = try Self.choice(.metrics, value(.metrics))
    guard isLoopback || isSecure else { throw .needsTLS(host: host) }
  }

  /// Whether browsers come by TLS alone, of this server or of a proxy in front.
  package var isSecure: Bool { behindProxy || tls != nil }

  /// Whether only this machine can reach the server.
  package var isLoopback: Bool { Loopback.includes(host: host) }

  /// What to tell where a service manager opened `listeners`, so that nobody asks for the host and the port:
  /// nil where none was set, or they are listened on.
  package func ignoredNote(beside listeners: [Listener]) -> String? {
    let isHostThere = listeners.contains { listener in
      listener.host == host || host == "localhost" && listener.isLocal
    }
    let isPortThere = listeners.contains { $0.port.map(Int.init) == port }
    let ignored = [(SettingKey.host, host, isHostThere), (.port, String(port), isPortThere)]
      .filter { key, _, isThere in setOfAddress.contains(key) && !isThere }
      .map { key, text, _ in "\(key.rawValue) (\(text))" }
    guard let first = ignored.first else { return nil }
    let subject =
      ignored.count == 1
      ? "setting \(first) does" : "settings \(ignored.joined(separator: " and ")) do"
    let addresses = listeners.map(\.address).joined(separator: " and ")
    return
      "The \(subject) nothing here: the service manager opened the sockets, so Dogear listens on "
      + "\(addresses), as ListenStream= says."
  }

  /// The files that are named, in pairs; else the server's own certificate, if TLS is on.
  private static func tls(
    isOn: Bool, certificates: String, keys: String, data: DataDirectory,
    environment: [String: String]
  ) throws(SettingsError) -> TLSFiles? {
    func paths(_ text: String) -> [String] {
      text.split(separator: ",").map {
        DataDirectory.expanded($0.trimmingSpaces, environment: environment)
      }
    }
    let (certificatePaths, keyPaths) = (paths(certificates), paths(keys))
    guard certificatePaths.count == keyPaths.count else {
      throw .invalid(.tlsKey, keys, "as many files as tlsCertificate names")
    }
    guard certificatePaths.isEmpty else {
      return TLSFiles(pairs: zip(certificatePaths, keyPaths).map(TLSFiles.Pair.init))
    }
    let local = LocalCertificates(in: data)
    return isOn ? TLSFiles(pairs: [local.pair], local: local) : nil
  }

  private static func isHost(_ text: String) -> Bool {
    guard !text.isEmpty, text.utf8.count <= Limits.hostNameByteCountMax else { return false }
    // What looks like an IPv4 number and is none would be told later that it needs TLS.
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    if parts.count == 4, parts.allSatisfy({ Int($0) != nil }) {
      return parts.allSatisfy { UInt8($0) != nil }
    }
    return text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: ":"),
        UInt8(ascii: "-"):
        true
      default: false
      }
    }
  }

  private static func number(
    _ key: SettingKey, _ text: String, in range: ClosedRange<Int>
  ) throws(SettingsError) -> Int {
    guard let number = Int(text), range.contains(number) else {
      throw .invalid(key, text, "a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  private static func flag(_ key: SettingKey, _ text: String) throws(SettingsError) -> Bool {
    switch text.lowercased() {
    case "true", "yes", "1": true
    case "false", "no", "0": false
    default: throw .invalid(key, text, "true or false")
    }
  }

  private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ key: SettingKey, _ text: String
  ) throws(SettingsError) -> Choice {
    guard let choice = Choice(rawValue: text) else {
      let names = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      throw .invalid(key, text, "one of \(names)")
    }
    return choice
  }

  private static func publicURL(_ text: String) throws(SettingsError) -> String? {
    guard let url = optional(text) else { return nil }
    let trimmed = url.hasSuffix("/") ? url.dropLast() : url[...]
    let scheme = ["https://", "http://"].first { trimmed.hasPrefix($0) }
    // Links go on behind it, and the client's own addresses begin at its root.
    guard let scheme, isAuthority(trimmed.dropFirst(scheme.count)) else {
      throw .invalid(
        .publicURL, url,
        "https:// and a name as browsers send it (xn--… where it has other letters than a to z), perhaps "
          + "with a port, and nothing behind it")
    }
    return String(trimmed)
  }

  /// `host [":" port]`, as browsers send it: a name in ASCII (RFC 5891 §4.4), or a number.
  static func isAuthority(_ text: Substring) -> Bool {
    let host: Substring
    if text.hasPrefix("[") {
      guard let end = text.firstIndex(of: "]"), text[..<end].count > 2 else { return false }
      host = text[...end]
      guard host.dropFirst().dropLast().allSatisfy({ $0.isHexDigit || ":.".contains($0) })
      else { return false }
    } else {
      host = text.prefix { $0 != ":" }
      let isName = host.allSatisfy { letter in
        letter.isASCII && (letter.isLetter || letter.isNumber || ".-_".contains(letter))
      }
      guard !host.isEmpty, isName else { return false }
    }
    let port = text[host.endIndex...]
    guard !port.isEmpty else { return true }
    return port.dropFirst().allSatisfy(\.isNumber) && UInt16(port.dropFirst()) ?? 0 > 0
  }

  private static func optional(_ text: String) -> String? { text.isEmpty ? nil : text }
}
