import COpenSSL

/// Randomness that cannot be foretold, from libcrypto's generator.
package enum SecureRandom {
  /// `count` random bytes.
  package static func bytes(_ count: Int) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
      let status = unsafe RAND_bytes(buffer.baseAddress, Int32(count))
      // RAND_bytes fails only where the system has no entropy at all: no secret may be made then.
      precondition(status == 1, "The system gives no random numbers.")
      initializedCount = count
    }
  }

  /// A fresh id of 128 bits, in 26 characters of `Base32`.
  package static func identifier() -> String {
    Base32.text(of: bytes(16))
  }
}
