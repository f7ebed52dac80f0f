import HTTPTypes
import Library
import Store

/// A blob of a library: a picture, called after its bytes.
struct Picture {
  /// Its name.
  let id: String
  /// What it is.
  let type: PictureType
  /// All of it.
  let bytes: [UInt8]

  /// The answer to `request`, which is a GET or HEAD: 304 where the client has it, which it may keep for
  /// good. Somebody else made it, so were it opened as a page it could run nothing and load nothing.
  func reply(to request: HTTPRequest) -> Reply {
    let tag = "\"\(id)\""
    if Conditional.forbids(request.headerFields[.ifMatch], tag: tag) { return .preconditionFailed }
    var fields: HTTPFields = [
      .cacheControl: "private, max-age=31536000, immutable", .eTag: tag,
    ]
    SecurityHeaders.add(to: &fields, host: request.authority)
    fields[.contentSecurityPolicy] = "default-src 'none'; sandbox"
    if Conditional.matches(request.headerFields[.ifNoneMatch], tag: tag) {
      return Reply(.notModified, fields)
    }
    fields[.contentType] = type.rawValue
    return Reply(.ok, fields, body: bytes)
  }

  /// The answer to whoever has put it here: 201 where it is new.
  func reply(isNew: Bool) -> Reply {
    let blob: JSONValue = [
      "id": .string(id), "type": .string(type.rawValue), "size": .int(bytes.count),
    ]
    return Reply(isNew ? .created : .ok, json: ["blob": blob])
  }
}

extension Administration {
  /// The blob `id` of `library`.
  /// - Throws: `AdministrationError.noSuchBlob`, or `StoreError`, `.damaged` where it is not what it is
  ///   called after.
  func picture(_ id: String, of library: String) throws -> Picture {
    guard let bytes = try store.blob(id, of: library) else { throw AdministrationError.noSuchBlob }
    guard BlobName.of(bytes) == id, let type = PictureType(bytes) else {
      throw StoreError.damaged("the picture \(id) is not as it was written.")
    }
    return Picture(id: id, type: type, bytes: bytes)
  }

  /// Keeps `bytes` as the blob `id` of `library`, and says whether it is new.
  /// - Throws: `AdministrationError.notPicture`, `.misnamedBlob`, `.blobsFull`, or `StoreError`; nothing was
  ///   kept then.
  func keepPicture(
    _ id: String, _ bytes: [UInt8], of library: String
  ) throws -> (picture: Picture, isNew: Bool) {
    guard let type = PictureType(bytes) else { throw AdministrationError.notPicture }
    let name = BlobName.of(bytes)
    guard name == id else { throw AdministrationError.misnamedBlob(name) }
    let keeping = try hub.sync { hub throws(StoreError) in
      try hub.keep(bytes, as: id, of: library)
    }
    guard keeping != .full else { throw AdministrationError.blobsFull }
    return (Picture(id: id, type: type, bytes: bytes), keeping == .added)
  }
}
