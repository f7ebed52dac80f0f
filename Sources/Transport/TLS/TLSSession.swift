import COpenSSL
import Glibc

/// The TLS side of one connection: ciphertext on the socket, plain text to and from the loop.
///
/// libssl reads from the loop's scratch space, filled by one `recv` a turn, and writes to the socket
/// itself: so a silent connection holds no buffers, and nothing ever hides in libssl that the epoll
/// set could not tell of. Nothing here blocks; a handshake goes on with each piece that comes.
@safe final class TLSSession {
  /// What the connection came with.
  let context: TLSContext
  /// The last call would have written more than the kernel took: to be read again when it takes more.
  private(set) var wantsOutput = false

  private let descriptor: Descriptor
  private let ssl: OpaquePointer
  /// What the socket had brought when a read had to wait for an answer to go out first.
  private var unread: [UInt8] = []
  /// What the next read finds, where this one came upon it behind bytes.
  private var next: ByteStream.Outcome?
  /// The socket's stream has ended, or is broken.
  private var hasEnded = false
  private var isFresh = true
  private var hasFailed = false

  init(_ identity: TLSCredentials, _ descriptor: Descriptor, _ context: TLSContext) {
    guard let ssl = unsafe SSL_new(identity.context), let bio = unsafe BIO_new(Self.method) else {
      preconditionFailure("libssl has no memory for a connection")
    }
    unsafe self.ssl = ssl
    self.descriptor = descriptor
    self.context = context
    let this = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe BIO_set_data(bio, this)
    unsafe BIO_set_init(bio, 1)
    unsafe SSL_set_ex_data(ssl, 0, this)
    unsafe SSL_set_bio(ssl, bio, bio)
    unsafe SSL_set_accept_state(ssl)
  }

  deinit { unsafe SSL_free(ssl) }

  /// The session that a callback of libssl is about.
  static func of(_ ssl: OpaquePointer?) -> TLSSession? {
    guard let this = unsafe SSL_get_ex_data(ssl, 0) else { return nil }
    return unsafe Unmanaged<TLSSession>.fromOpaque(this).takeUnretainedValue()
  }

  /// Whether the handshake is not over yet.
  var isHandshaking: Bool { unsafe SSL_is_init_finished(ssl) == 0 }

  /// Whether another read finds something without the socket's doing.
  var holdsMore: Bool { next != nil }

  // MARK: Reading

  /// Decrypts what is there into the buffer, which has room for all of it
  /// (`TransportLimits.cipherTextByteCount`). The first bytes come as they are, and `speaksPlainly` is
  /// set, where they begin no TLS but an HTTP request.
  func read(into buffer: inout [UInt8], speaksPlainly: inout Bool) -> ByteStream.Outcome {
    if let next {
      self.next = nil
      return next
    }
    receive()
    // The space is every session's of the loop: what is left there would be another's.
    defer { context.arrivedRange = 0..<0 }
    let arrived = context.arrivedRange
    if isFresh, let first = arrived.first {
      isFresh = false
      // A handshake record begins with 22; the methods of HTTP are capital letters.
      if (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(context.arrived[first]) {
        buffer.replaceSubrange(0..<arrived.count, with: context.arrived[arrived])
        speaksPlainly = true
        return .moved(arrived.count)
      }
    }
    var count = 0
    let outcome = decrypt(into: &buffer, &count)
    if !context.arrivedRange.isEmpty { unread = Array(context.arrived[context.arrivedRange]) }
    guard count > 0 else { return outcome }
    if outcome != .wouldBlock { next = outcome }
    return .moved(count)
  }

  /// One `recv`, unless there is something left of the last one.
  private func receive() {
    guard unread.isEmpty else {
      context.arrived.replaceSubrange(0..<unread.count, with: unread)
      context.arrivedRange = 0..<unread.count
      unread = []
      return
    }
    context.arrivedRange = 0..<0
    while !hasEnded {
      let count = unsafe context.arrived.withUnsafeMutableBytes { bytes in
        unsafe recv(descriptor.raw, bytes.baseAddress, bytes.count, 0)
      }
      if count > 0 {
        context.arrivedRange = 0..<count
        return
      }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { return }
      if count < 0 { hasFailed = true }
      hasEnded = true
    }
  }

  private func decrypt(into buffer: inout [UInt8], _ count: inout Int) -> ByteStream.Outcome {
    wantsOutput = false
    guard !hasFailed else { return .failed }
    while true {
      let start = count
      precondition(start < buffer.count, "what one recv brings fits the buffer")
      ERR_clear_error()
      let result = unsafe buffer.withUnsafeMutableBytes { bytes in
        unsafe SSL_read(ssl, bytes.baseAddress?.advanced(by: start), CInt(bytes.count - start))
      }
      if result > 0 {
        count += Int(result)
        continue
      }
      switch unsafe SSL_get_error(ssl, result) {
      case SSL_ERROR_WANT_READ: return .wouldBlock
      case SSL_ERROR_WANT_WRITE:
        wantsOutput = true
        return .wouldBlock
      case SSL_ERROR_ZERO_RETURN: return .ended
      default:
        hasFailed = true
        return .failed
      }
    }
  }

  // MARK: Writing

  /// Encrypts and writes as much of `bytes` as the kernel takes. What follows a `wouldBlock` must
  /// begin with the same bytes: a part of them is encrypted already.
  func write(_ bytes: UnsafeRawBufferPointer) -> ByteStream.Outcome {
    guard !hasFailed else { return .failed }
    var count = 0
    while count < bytes.count {
      ERR_clear_error()
      let result = unsafe SSL_write(
        ssl, bytes.baseAddress?.advanced(by: count), CInt(min(bytes.count - count, 1 << 30)))
      if result > 0 {
        count += Int(result)
        continue
      }
      guard unsafe SSL_get_error(ssl, result) == SSL_ERROR_WANT_WRITE else {
        hasFailed = true
        return .failed
      }
      break
    }
    return count > 0 ? .moved(count) : .wouldBlock
  }

  /// Says that nothing more comes (`close_notify`), if the kernel has room for saying it.
  func endWriting() {
    guard !hasFailed, !isHandshaking else { return }
    ERR_clear_error()
    unsafe SSL_shutdown(ssl)
  }

  // MARK: What libssl reads from and writes to

  /// BIO's side of the connection (bio(7)). Each loop's thread may be the first to come here: a static
  /// is made once.
  private static var method: OpaquePointer? { unsafe OpaquePointer(bitPattern: methodAddress) }

  private static let methodAddress: UInt = {
    let kind = BIO_get_new_index() | BIO_TYPE_SOURCE_SINK
    guard let method = unsafe BIO_meth_new(kind, "dogear") else {
      preconditionFailure("libcrypto has no memory for a method")
    }
    unsafe BIO_meth_set_read(method) { bio, bytes, count in
      unsafe TLSSession.behind(bio)?.give(bytes, count, to: bio) ?? -1
    }
    unsafe BIO_meth_set_write(method) { bio, bytes, count in
      unsafe TLSSession.behind(bio)?.take(bytes, count, from: bio) ?? -1
    }
    unsafe BIO_meth_set_ctrl(method) { bio, command, _, _ in
      switch command {
      case BIO_CTRL_FLUSH: 1
      case BIO_CTRL_EOF: unsafe TLSSession.behind(bio)?.hasEnded ?? true ? 1 : 0
      default: 0
      }
    }
    return UInt(bitPattern: method)
  }()

  private static let retryFlags =
    BIO_FLAGS_READ | BIO_FLAGS_WRITE | BIO_FLAGS_IO_SPECIAL | BIO_FLAGS_SHOULD_RETRY

  private static func behind(_ bio: OpaquePointer?) -> TLSSession? {
    guard let this = unsafe BIO_get_data(bio) else { return nil }
    return unsafe Unmanaged<TLSSession>.fromOpaque(this).takeUnretainedValue()
  }

  private func give(
    _ bytes: UnsafeMutablePointer<CChar>?, _ wanted: CInt, to bio: OpaquePointer?
  ) -> CInt {
    unsafe BIO_clear_flags(bio, Self.retryFlags)
    let range = context.arrivedRange
    let count = min(Int(wanted), range.count)
    guard count > 0, let bytes = unsafe bytes else {
      if hasEnded { return 0 }
      unsafe BIO_set_flags(bio, BIO_FLAGS_READ | BIO_FLAGS_SHOULD_RETRY)
      return -1
    }
    unsafe context.arrived.withUnsafeBytes { arrived in
      let piece = unsafe arrived[range.lowerBound..<range.lowerBound + count]
      unsafe UnsafeMutableRawBufferPointer(start: bytes, count: count)
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: piece))
    }
    context.arrivedRange = range.lowerBound + count..<range.upperBound
    return CInt(count)
  }

  private func take(
    _ bytes: UnsafePointer<CChar>?, _ count: CInt, from bio: OpaquePointer?
  ) -> CInt {
    unsafe BIO_clear_flags(bio, Self.retryFlags)
    while true {
      let sent = unsafe send(descriptor.raw, bytes, Int(count), CInt(MSG_NOSIGNAL))
      if sent >= 0 { return CInt(sent) }
      if errno == EINTR { continue }
      if errno == EAGAIN { unsafe BIO_set_flags(bio, BIO_FLAGS_WRITE | BIO_FLAGS_SHOULD_RETRY) }
      return -1
    }
  }
}
