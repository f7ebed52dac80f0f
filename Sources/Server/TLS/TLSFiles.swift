import Glibc
import Transport

/// Which files the server's certificates and keys are in.
package struct TLSFiles: Hashable, Sendable {
  /// One certificate, with those that vouch for it, and its key.
  package struct Pair: Hashable, Sendable {
    /// The path of the certificates, in PEM form.
    package let certificate: String
    /// The path of the private key, in PEM form.
    package let key: String
  }

  /// In the order in which names are looked for; the first is for everybody else.
  package var pairs: [Pair]
  /// The folder of the server's own authority, where the certificate is its.
  package var local: LocalCertificates?

  /// Reads all of them.
  /// - Throws: `TLSFilesError`.
  func identities() throws(TLSFilesError) -> [TLSIdentity] {
    var identities: [TLSIdentity] = []
    for pair in pairs {
      let chain = try Self.read(pair.certificate)
      let key = try Self.read(pair.key)
      do throws(TLSError) {
        identities.append(try TLSIdentity(chain: chain, key: key))
      } catch {
        throw .unusable(error == .unreadableKey ? pair.key : pair.certificate, error.description)
      }
    }
    return identities
  }

  private static func read(_ path: String) throws(TLSFilesError) -> [UInt8] {
    guard let bytes = FileBytes.read(path, followsLinks: true) else {
      throw .unreadable(path, .current)
    }
    return bytes
  }
}

/// Why there is no TLS, as one sentence for a person.
package enum TLSFilesError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A file is not there, or may not be read.
  case unreadable(String, SystemError)
  /// A file cannot be written.
  case unwritable(String, String)
  /// What is in the file is of no use.
  case unusable(String, String)
  /// The authority's key is not there.
  case keyMissing(String)
  /// The authority was made for other names.
  case outOfBounds(folder: String)
  /// The certificate is not of the authority beside it, or there is none.
  case notOwn(folder: String)

  /// The sentence.
  package var description: String {
    switch self {
    case .unreadable(let path, let error):
      "\(path) cannot be read: \(error)."
        + (error.number == ENOENT
          ? " A certificate of this server's own is made by dogear tls init." : "")
    case .unwritable(let path, let reason): "\(path) cannot be written: \(reason)."
    case .unusable(let path, let reason): "\(path): \(reason)"
    case .keyMissing(let path):
      "\(path) is not there, and no certificate can be made without it. Put it back; or remove its folder, "
        + "run dogear tls init again, and have your devices trust the new authority."
    case .outOfBounds(let folder):
      "The authority in \(folder) was made for other names and may not vouch for these; remove that "
        + "folder, run dogear tls init again, and have your devices trust the new one."
    case .notOwn(let folder):
      "No authority in \(folder) made it, and another one your devices would not trust. Put a newer certificate "
        + "in its place; or put the authority back that made it, and run dogear tls init."
    }
  }
}
