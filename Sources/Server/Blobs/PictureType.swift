/// The kinds of picture that are kept: those that every browser shows and that can hold no script.
package enum PictureType: String, Hashable, Sendable {
  case jpeg = "image/jpeg"
  case png = "image/png"
  case webp = "image/webp"

  /// What follows `image/`.
  var subtype: String { String(rawValue.dropFirst("image/".count)) }

  /// What `bytes` begin as, whatever their sender says of them; nil where that is none of these.
  package init?(_ bytes: [UInt8]) {
    // The start of an image, and of the marker that follows (ISO 10918-1, B.1.1.3).
    let isJPEG = bytes.starts(with: [0xFF, 0xD8, 0xFF])
    // The signature (PNG, §5.2).
    let isPNG = bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    // A RIFF file of the form WEBP, its size in between (RFC 9649 §2.4).
    let isWebP = bytes.starts(with: "RIFF".utf8) && bytes.dropFirst(8).starts(with: "WEBP".utf8)
    if isJPEG {
      self = .jpeg
    } else if isPNG {
      self = .png
    } else if isWebP {
      self = .webp
    } else {
      return nil
    }
  }
}
