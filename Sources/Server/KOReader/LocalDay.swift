import Glibc

/// The day that it is where this machine stands, by its time zone: that of `TZ`, else of the system.
///
/// KOReader says no time of its own, and no zone; and a machine at home, or one that was told the zone, is
/// nearer to what its reader calls today than UTC is.
package enum LocalDay {
  /// The day of a moment in milliseconds since 1970 UTC, as `2026-11-21`.
  package static func name(of milliseconds: Int) -> String {
    var seconds = time_t(milliseconds / 1_000)
    var parts = unsafe tm()
    unsafe localtime_r(&seconds, &parts)
    var text = [CChar](repeating: 0, count: 32)
    let count = unsafe strftime(&text, text.count, "%Y-%m-%d", &parts)
    return String(decoding: text.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
