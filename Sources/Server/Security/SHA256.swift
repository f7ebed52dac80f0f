import COpenSSL

/// SHA-256 (FIPS 180-4), from libcrypto.
package enum SHA256 {
  /// The 32 bytes of `bytes`' hash.
  package static func hash(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    let input = Array(bytes)
    return unsafe [UInt8](unsafeUninitializedCapacity: 32) { buffer, initializedCount in
      var length: UInt32 = 0
      let status = unsafe EVP_Digest(
        input, input.count, buffer.baseAddress, &length, EVP_sha256(), nil)
      precondition(status == 1 && length == 32, "libcrypto has no SHA-256.")
      initializedCount = 32
    }
  }
}
