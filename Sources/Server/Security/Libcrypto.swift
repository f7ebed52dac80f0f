import COpenSSL

/// libcrypto as a whole.
enum Libcrypto {
  /// Keeps it whole to the end of the process, where else it would be taken down as `main` returns: desks may
  /// still be at work then, for askers who are gone, and have tokens to hash. Call it before anything else
  /// of libcrypto.
  static func outlastMain() {
    let status = OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil)
    precondition(status == 1, "libcrypto does not start.")
  }
}
