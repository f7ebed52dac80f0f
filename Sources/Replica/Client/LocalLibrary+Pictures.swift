import COpenSSL
import HTTPTypes
import Library

/// The pictures that books name as their `cover`. The server keeps them, so this waits for it: a program
/// that works offline keeps its own until they are up.
extension LocalLibrary {
  /// Puts a picture up, for every device of the library. One that is there already stays, so it may be put
  /// up again, as after the server was restored to a day when it was not there.
  ///
  /// One that no book and no open conflict has named for 90 days is let go of.
  /// - Parameter picture: A JPEG, PNG or WebP of at most `Limits.pictureByteCountMax` bytes.
  /// - Returns: The name that a book has as its `cover` then: the SHA-256 of the bytes.
  /// - Throws: `ServerError`: `.tooLong` before anything is sent, and `.refused` with the code `notPicture`
  ///   where it is something else, or `blobsFull` where all pictures of the library have no more room.
  public func putUp(picture: [UInt8]) async throws(ServerError) -> String {
    guard picture.count <= Limits.pictureByteCountMax else {
      throw .tooLong(byteCount: picture.count)
    }
    let name = Self.name(of: picture)
    let call = ServerCall(
      address: server, method: .put, path: "/v1/blobs/\(name)", token: token, client: client,
      body: .picture(picture))
    _ = try await call.answer()
    return name
  }

  /// The picture that a book names, as it was put up.
  /// - Parameter name: What the book has as its `cover`.
  /// - Returns: The bytes; nil where they are not there, or not yet, for an edit may come before the picture
  ///   that it names.
  /// - Throws: `ServerError`: `.unreadable` where what comes is not what the name says.
  public func picture(named name: String) async throws(ServerError) -> [UInt8]? {
    guard Identifier.isValid(name) else { return nil }
    let call = ServerCall(
      address: server, path: "/v1/blobs/\(name)", token: token, client: client)
    do throws(ServerError) {
      let picture = try await call.bytes()
      guard Self.name(of: picture) == name else {
        throw .unreadable("\(server) gave another picture than the one asked for.")
      }
      return picture
    } catch {
      guard case .refused(_, "noSuchBlob", _) = error else { throw error }
      return nil
    }
  }

  /// The SHA-256 of `picture`, in lower-case hexadecimal digits.
  private static func name(of picture: [UInt8]) -> String {
    let hash = unsafe [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
      var length: UInt32 = 0
      let status = unsafe EVP_Digest(
        picture, picture.count, buffer.baseAddress, &length, EVP_sha256(), nil)
      precondition(status == 1 && length == 32, "libcrypto has no SHA-256.")
      count = 32
    }
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: hash.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
