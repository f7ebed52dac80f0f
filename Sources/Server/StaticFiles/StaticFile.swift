package import HTTPTypes
package import Library

/// One file of the browser client, or an answer as lasting: its bytes, the same compressed, and a tag that
/// changes with its content and with nothing else.
package struct StaticFile {
  /// The media type.
  package let type: String
  /// The content.
  package let bytes: [UInt8]
  /// The strong entity tag of `bytes` (RFC 9110 §8.8.3).
  package let tag: String
  /// The content compressed, where that is worth it, the tightest first.
  package let codings: [Coding]

  /// The content as one coding has it, made when somebody first asks for it: of hundreds of files most are
  /// never asked for, and of two codings one.
  package final class Coding {
    /// Another representation, so it has another tag.
    package struct Content {
      /// The compressed bytes.
      package let bytes: [UInt8]
      /// Their tag.
      package let tag: String
    }

    /// What `Content-Encoding` calls it.
    package let name: String
    private let compress: () -> [UInt8]?
    /// Nil where compressing makes it no smaller.
    package private(set) lazy var content = compress().map {
      Content(bytes: $0, tag: StaticFile.tag(of: $0))
    }

    fileprivate init(_ name: String, _ compress: @escaping () -> [UInt8]?) {
      self.name = name
      self.compress = compress
    }
  }

  /// Prepares `bytes`, with no more effort than what they are sent for is worth, which is most where nobody
  /// waits for them. What they are compressed to is kept in `kept`, where there is one.
  package init(
    type: String, bytes: [UInt8], _ effort: Gzip.Effort = .tightest, isWaitedFor: Bool = true,
    in kept: KeptCodings? = nil
  ) {
    self.type = type
    self.bytes = bytes
    tag = Self.tag(of: bytes)
    guard ContentType.isCompressible(type), bytes.count >= Limits.compressedByteCountMin else {
      codings = []
      return
    }
    func coding(_ name: String, _ compress: @escaping ([UInt8]) -> [UInt8]?) -> Coding {
      Coding(name) {
        kept.map { $0.bytes(of: bytes, in: name, by: compress) } ?? compress(bytes)
      }
    }
    let gzip = coding("gzip") { Gzip.compress($0, effort) }
    // What is made for one answer is not worth more.
    let brotli = coding("br") { Brotli.compress($0, isWaitedFor: isWaitedFor) }
    codings = effort == .tightest ? [brotli, gzip] : [gzip]
  }

  private static func tag(of bytes: [UInt8]) -> String {
    "\"\(Base32.text(of: SHA256.hash(bytes)).prefix(26))\""
  }

  /// Prepares an answer in JSON that stays the same for a long time.
  package init(json: JSONValue) {
    self.init(type: "application/json; charset=utf-8", bytes: json.canonicalBytes, .usual)
  }

  /// The answer to `request`, which is a GET or HEAD: 304 where the client's copy is still good, and a
  /// part where it asks for one. The conditions are tried in the order of RFC 9110 §13.2.2; those by
  /// date are ignored, for nothing here has one.
  ///
  /// The client may keep every file but asks before it uses one, so that a new version is there at
  /// the next load and an old one costs a round trip and no bytes.
  package func reply(to request: HTTPRequest) -> Reply {
    let accepted = request.headerFields[.acceptEncoding]
    let coding = codings.first {
      Conditional.accepts($0.name, in: accepted) && $0.content != nil
    }
    let tag = coding?.content?.tag ?? tag
    if Conditional.forbids(request.headerFields[.ifMatch], tag: tag) { return .preconditionFailed }
    var fields: HTTPFields = [.cacheControl: "no-cache", .eTag: tag]
    if !codings.isEmpty { fields[.vary] = "Accept-Encoding" }
    SecurityHeaders.add(to: &fields, host: request.authority)
    if Conditional.matches(request.headerFields[.ifNoneMatch], tag: tag) {
      return Reply(.notModified, fields)
    }
    fields[.contentType] = type
    fields[.acceptRanges] = "bytes"
    fields[.contentEncoding] = coding?.name
    let body = coding?.content?.bytes ?? bytes
    switch ByteRange(request, byteCount: body.count, tag: tag) {
    case .whole: return Reply(.ok, fields, body: body)
    case .part(let range) where range.count > Limits.rangeByteCountMax:
      return Reply(.ok, fields, body: body)
    case .part(let range):
      fields[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(body.count)"
      return Reply(.partialContent, fields, body: Array(body[range]))
    case .unsatisfiable: return .rangeNotSatisfiable(byteCount: body.count)
    }
  }
}
