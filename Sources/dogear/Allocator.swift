import CJemalloc
import COpenSSL

/// The program's memory is jemalloc's, which takes the place of libc's `malloc` for being linked: an edit
/// is read by one thread and forgotten by another, for which libc's takes a lock each time.
enum Allocator {
  /// To be called before anything of OpenSSL. What cannot be had costs some memory, and nothing else.
  static func prepare() {
    // OpenSSL keeps to libc: jemalloc rounds up the few large things of a connection, so that thousands
    // of silent ones would take a twentieth more.
    openssl_use_libc_memory()
    // What was needed for something large goes back to the system though nobody asks for more.
    var isOn = true
    unsafe mallctl("background_thread", nil, nil, &isOn, MemoryLayout<Bool>.size)
  }
}
