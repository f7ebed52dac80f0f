import Server
import Testing
import Transport

struct SettingsTests {
  let environment = ["HOME": "/home/ada"]

  func settings(_ values: [SettingKey: String]) throws(SettingsError) -> Settings {
    try Settings(environment: environment) { values[$0] }
  }

  @Test func `without a word from anybody the server is this machine's alone`() throws {
    let settings = try settings([:])
    #expect(settings.host == "127.0.0.1")
    #expect(settings.port == 8_080)
    #expect(settings.data.path == "/home/ada/.local/share/dogear")
    #expect(!settings.behindProxy)
    #expect(settings.pairingCodeLifetimeMilliseconds == Limits.pairingCodeLifetimeMilliseconds)
  }

  @Test func `host and port that do nothing are told in one sentence, and no others`() throws {
    let listeners = try Listener.tcp(host: "127.0.0.1", port: 0)
    let port = String(Int(try #require(listeners.first?.port)))
    for silent in [
      [:], [.host: "127.0.0.1"], [.host: "127.0.0.1", .port: port], [.host: "localhost"],
    ] as [[SettingKey: String]] {
      #expect(try settings(silent).ignoredNote(beside: listeners) == nil, "\(silent)")
    }
    let host = try settings([.host: "::1", .port: port]).ignoredNote(beside: listeners)
    #expect(host?.hasPrefix("The setting host (::1) does nothing here") == true)
    #expect(host?.contains("listens on 127.0.0.1:\(port)") == true)
    let both = try settings([.host: "::1", .port: "1"]).ignoredNote(beside: listeners)
    #expect(both?.hasPrefix("The settings host (::1) and port (1) do nothing here") == true)
  }

  @Test func `the environment has a name for each setting`() {
    #expect(
      SettingKey.allCases.map(\.variable) == [
        "DOGEAR_DATA", "DOGEAR_HOST", "DOGEAR_PORT", "DOGEAR_WEB", "DOGEAR_TLS",
        "DOGEAR_TLS_CERTIFICATE", "DOGEAR_TLS_KEY", "DOGEAR_BEHIND_PROXY", "DOGEAR_PUBLIC_URL",
        "DOGEAR_PAIRING_MINUTES", "DOGEAR_BACKUP_FOLDER", "DOGEAR_BACKUP_HOURS",
        "DOGEAR_BACKUPS_KEPT", "DOGEAR_OPEN_LIBRARY", "DOGEAR_OPEN_LIBRARY_URL",
        "DOGEAR_COMPRESSION", "DOGEAR_METRICS", "DOGEAR_LOG_LEVEL",
      ])
  }

  @Test(arguments: [
    (SettingKey.port, "65536"), (.port, "-1"), (.port, "http"), (.port, ""), (.host, "a b"),
    (.host, ""), (.host, "999.1.1.1"), (.behindProxy, "maybe"),
    (.publicURL, "books.example.org"),
    (.publicURL, "https://"), (.publicURL, "https:///x"), (.publicURL, "https://a.example/b?c"),
    (.publicURL, "https://a.example/dogear"), (.publicURL, "https://ann@a.example"),
    (.publicURL, "https://a.example:99999"), (.publicURL, "https://a.example:0"),
    (.publicURL, "https://[::1"), (.publicURL, "https://[]"), (.publicURL, #"https://a\b"#),
    (.publicURL, "https://a.example//"), (.publicURL, "https://bücher.example"),
    (.pairingMinutes, "0"), (.pairingMinutes, "1441"), (.logLevel, "loud"),
    (.compression, "yes"), (.metrics, "all"), (.openLibrary, "yes"), (.openLibrary, "a b@c.d"),
    (.openLibrary, "a@b.c)\r\nX: y"), (.openLibrary, "@example.org"), (.openLibrary, "https://"),
  ])
  func `a value that cannot be is refused by its name`(key: SettingKey, text: String) {
    let error = #expect(throws: SettingsError.self) { try settings([key: text]) }
    #expect(error?.description.contains(key.rawValue) == true)
  }

  @Test(arguments: [
    "https://books.example.org", "https://books.example.org:8443", "http://xn--bcher-kva.home",
    "https://[fd00::1]:8443", "https://my_nas",
  ])
  func `a public address is a scheme, a name and perhaps a port`(url: String) throws {
    #expect(try settings([.publicURL: url]).publicURL == url)
    #expect(try settings([.publicURL: url + "/"]).publicURL == url)
  }

  @Test(arguments: ["ann@example.org", "https://books.example.org/about"])
  func `who gives an address has Open Library asked`(contact: String) throws {
    #expect(try settings([:]).openLibrary == nil)
    let asked = try settings([.openLibrary: contact]).openLibrary
    #expect(asked?.contact == contact && asked?.origin == "https://openlibrary.org")
  }

  @Test(arguments: [
    "openlibrary.org", "http://openlibrary.org", "https://", "https://a.example/b",
    "ftp://a.example", "https://ann@a.example", "http://127.0.0.1.example.org", "",
  ])
  func `Open Library is asked with TLS, or on this machine`(url: String) throws {
    #expect(throws: SettingsError.self) {
      try settings([.openLibrary: "ann@example.org", .openLibraryURL: url])
    }
    for good in ["https://Books.example:8443/", "http://127.0.0.1:9000", "http://[::1]:9000"] {
      let asked = try settings([.openLibrary: "a@b.c", .openLibraryURL: good]).openLibrary
      #expect(asked.map { good.lowercased().hasPrefix($0.origin) } == true)
    }
  }

  @Test(arguments: [
    "0.0.0.0", "::", "192.168.1.10", "books.example.org", "128.0.0.1", "127.lan",
    "127.0.0.1.example.org",
    "127.1",
  ])
  func `other addresses than loopback need TLS, or a proxy with it`(host: String) throws {
    #expect(throws: SettingsError.needsTLS(host: host)) { try settings([.host: host]) }
    #expect(try settings([.host: host, .behindProxy: "true"]).host == host)
    #expect(try settings([.host: host, .tls: "true"]).host == host)
    #expect(try settings([.host: host, .tlsCertificate: "a", .tlsKey: "b"]).host == host)
  }

  @Test(arguments: ["localhost", "LocalHost", "127.0.0.9", "::1"])
  func `this machine's own addresses need none`(host: String) throws {
    #expect(try settings([.host: host]).isLoopback)
  }

  @Test func `certificates and keys are named in pairs`() throws {
    let named = try settings([.tlsCertificate: "~/a.crt, /b.crt", .tlsKey: "~/a.key,/b.key"]).tls
    #expect(named?.pairs.map(\.certificate) == ["/home/ada/a.crt", "/b.crt"])
    #expect(named?.pairs.map(\.key) == ["/home/ada/a.key", "/b.key"])
    #expect(named?.local == nil)
    let error = #expect(throws: SettingsError.self) {
      try settings([.tlsCertificate: "/a.crt", .tlsKey: ""])
    }
    #expect(error?.description.contains("tlsKey") == true)
    let own = try settings([.tls: "true", .data: "/data"]).tls
    #expect(own?.pairs.map(\.certificate) == ["/data/tls/server.crt"])
    #expect(try settings([:]).tls == nil)
  }

  @Test func `the data directory follows XDG, and ~ is home`() throws {
    let xdg = try DataDirectory(setting: "", environment: ["XDG_DATA_HOME": "/data", "HOME": "/h"])
    #expect(xdg.path == "/data/dogear")
    #expect(try settings([.data: "~/books/"]).data.path == "/home/ada/books")
    for (setting, environment) in [("", [:]), ("~/books", [:]), ("~", ["HOME": ""])] {
      #expect(throws: SettingsError.noHome) {
        try DataDirectory(setting: setting, environment: environment)
      }
    }
  }

  @Test(arguments: ["# prot: 1\nport: 1\nprot: 2\n", "\"prot\": 9", "{port: 0, prot: 3}"])
  func `a typing mistake in the file is told`(text: String) {
    #expect(throws: SettingsError.unknownKey("prot", file: "file")) { try values(text) }
  }

  @Test(arguments: ["tlsCertificate: [a, b]", "tlsCertificate:\n- a", "tlsCertificate: {a: 1}"])
  func `what is no one value is told, and not taken for nothing`(text: String) {
    #expect(throws: SettingsError.notOneValue(.tlsCertificate, file: "file")) { try values(text) }
  }

  @Test(arguments: [
    "8080", "- port: 1", "port: 1\nport: 2", "a: [", "a: \"b", "\0", "port: 1\n---\nport: 2",
  ])
  func `what is no list of settings is told`(text: String) {
    let error = #expect(throws: SettingsError.self) { try values(text) }
    guard case .notYAML = error else {
      Issue.record("not \(String(describing: error))")
      return
    }
    // One sentence on one line, whatever the parser had to say.
    #expect(error?.description.contains("\n") == false)
    #expect(error?.description.hasSuffix(".") == true)
  }

  @Test func `a file may say little, or nothing`() throws {
    #expect(try values("") == [:])
    #expect(try values("# port: 1\n") == [:])
    #expect(
      try values("---\nport: 1 # one\nhost: \"::1\"\npublicURL:\ntls: yes\n")
        == [.port: "1", .host: "::1", .tls: "yes"])
  }

  private func values(_ text: String) throws -> [SettingKey: String] {
    try SettingsFile.values(in: Array(text.utf8), of: "file")
  }
}
