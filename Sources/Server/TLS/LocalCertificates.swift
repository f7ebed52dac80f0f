import Glibc
import Transport

/// The server's own certificates, in a folder of the data directory: an authority, which a person's
/// devices are asked to trust once, and the certificate that it vouches for, which is made anew
/// before it ends.
package struct LocalCertificates: Hashable, Sendable {
  /// What was made.
  package struct Report: Sendable {
    /// The names and addresses that the certificate is for.
    package let names: [String]
    /// Names of this machine that an authority of before was not made for.
    package let leftOut: [String]
    /// The authority's fingerprint, as phones and browsers show it.
    package let fingerprint: String
    /// Whether the authority is new, so that devices must be told of it.
    package let isNewAuthority: Bool
  }

  /// The folder's path.
  package let folder: String
  private let data: String

  /// Names the folder, which need not exist yet.
  package init(in data: DataDirectory) {
    self.data = data.path
    folder = data.path + "/tls"
  }

  /// The files of the server's certificate.
  package var pair: TLSFiles.Pair {
    TLSFiles.Pair(certificate: folder + "/server.crt", key: folder + "/server.key")
  }

  var authorityCertificate: String { folder + "/authority.crt" }
  private var authorityKey: String { folder + "/authority.key" }

  /// Makes a certificate for `names`, and the authority that vouches for it unless there is one; and
  /// for those of `others` that it may vouch for: a machine's addresses come and go.
  ///
  /// Nothing of before is lost: each file is replaced whole, and the certificate's key stays, so that at
  /// every moment the two go together.
  /// - Throws: `TLSFilesError`.
  package func issue(
    for names: [String], also others: [String] = []
  ) throws(TLSFilesError) -> Report {
    guard unsafe mkdir(folder, 0o700) == 0 || errno == EEXIST else {
      throw .unwritable(folder, SystemError.current.description)
    }
    FileBytes.give(folder, toOwnerOf: data)
    let existing = try authority()
    let authority = existing ?? LocalAuthority(for: names + others)
    let permitted = authority.permitted(of: others)
    let names = names + permitted
    // As of a certificate that somebody else made and put here.
    guard !names.isEmpty else { throw .outOfBounds(folder: folder) }
    let kept = FileBytes.read(pair.key)
    guard let issued = authority.issue(for: names, key: kept) else {
      throw .outOfBounds(folder: folder)
    }
    if existing == nil {
      try write(authority.keyText, to: authorityKey)
      try write(authority.certificateText, to: authorityCertificate)
    }
    if issued.key != kept { try write(issued.key, to: pair.key) }
    try write(issued.certificate, to: pair.certificate)
    return Report(
      names: names, leftOut: others.filter { !permitted.contains($0) },
      fingerprint: authority.fingerprint, isNewAuthority: existing == nil)
  }

  /// Makes the certificate anew, for the same `names`, by the authority that made it: by itself a server begins
  /// no other, which no device would trust, and writes over nothing that somebody else has put here.
  /// - Throws: `TLSFilesError`, `.notOwn` where it is no authority's that is here.
  func renew(for names: [String]) throws(TLSFilesError) {
    guard let authority = try authority(),
      authority.hasIssued(try content(of: pair.certificate))
    else { throw .notOwn(folder: folder) }
    _ = try issue(for: names)
  }

  /// The names that the certificate is for by now, without addresses, which come and go; none where there is
  /// none.
  package var names: [String] {
    guard let chain = FileBytes.read(pair.certificate), let key = FileBytes.read(pair.key),
      let identity = try? TLSIdentity(chain: chain, key: key)
    else { return [] }
    return identity.names.filter { !HostNames.isAddress($0) }
  }

  /// The authority of before; nil where there is none.
  func authority() throws(TLSFilesError) -> LocalAuthority? {
    guard FileBytes.exists(authorityCertificate) else { return nil }
    let certificate = try content(of: authorityCertificate)
    guard FileBytes.exists(authorityKey) else { throw .keyMissing(authorityKey) }
    let key = try content(of: authorityKey)
    guard let authority = LocalAuthority(certificate: certificate, key: key) else { throw damaged }
    return authority
  }

  /// What there is to trust of an authority.
  struct Trusted {
    /// Its certificate, in PEM form.
    let certificate: [UInt8]
    /// The SHA-256 fingerprint of that.
    let fingerprint: String
  }

  /// What there is to trust: the authority's certificate, without its key, which may be kept elsewhere.
  /// Nil where there is none.
  func trusted() throws(TLSFilesError) -> Trusted? {
    guard FileBytes.exists(authorityCertificate) else { return nil }
    let certificate = try content(of: authorityCertificate)
    guard let fingerprint = LocalAuthority.fingerprint(of: certificate) else { throw damaged }
    return Trusted(certificate: certificate, fingerprint: fingerprint)
  }

  private var damaged: TLSFilesError {
    .unusable(folder, "The authority there is damaged; remove the folder to begin anew.")
  }

  private func content(of path: String) throws(TLSFilesError) -> [UInt8] {
    guard let bytes = FileBytes.read(path) else {
      throw .unreadable(path, .current)
    }
    return bytes
  }

  private func write(_ bytes: [UInt8], to path: String) throws(TLSFilesError) {
    do throws(SystemError) {
      try FileBytes.write(bytes, to: path)
      FileBytes.give(path, toOwnerOf: data)
    } catch {
      throw .unwritable(path, error.description)
    }
  }
}
