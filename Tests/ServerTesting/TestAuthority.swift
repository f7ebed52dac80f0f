import Foundation

/// A certificate authority as somebody else makes one, by openssl, so that neither side of a TLS test
/// reads its own writing.
package struct TestAuthority: Sendable {
  private let folder: TemporaryDirectory

  /// The file of its certificate, in PEM form.
  package var certificate: String { folder.path + "/authority.crt" }

  /// A fresh one.
  package init() async throws {
    folder = try TemporaryDirectory()
    try await OpenSSL.make(
      ["req", "-x509"] + Self.newKey + ["-subj", "/CN=Test authority", "-days", "9"]
        + ["-keyout", folder.path + "/authority.key", "-out", certificate])
  }

  /// The files of a certificate for `names`, as openssl spells them (`DNS:localhost,IP:127.0.0.1`), that
  /// is valid for so many days from now, or has ended where that is negative.
  package func issue(
    for names: String, days: Int = 9
  ) async throws -> (certificate: String, key: String) {
    let base = folder.path + "/" + UUID().uuidString
    try await OpenSSL.make(
      ["req"] + Self.newKey + ["-subj", "/CN=localhost", "-addext", "subjectAltName=\(names)"]
        + ["-keyout", base + ".key", "-out", base + ".csr"])
    try await OpenSSL.make(
      ["x509", "-req", "-in", base + ".csr", "-copy_extensions", "copy", "-days", String(days)]
        + ["-CA", certificate, "-CAkey", folder.path + "/authority.key", "-CAcreateserial"]
        + ["-out", base + ".crt"])
    return (base + ".crt", base + ".key")
  }

  private static let newKey = [
    "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
  ]
}
