import Glibc

/// How many descriptors the process may have: one for each connection, and some.
package enum DescriptorLimit {
  /// Raises it as far as the system allows; shells start programs with room for a thousand. Where it
  /// stays low, who finds no descriptor waits until somebody leaves.
  /// - Returns: What it is now.
  @discardableResult
  package static func raise() -> Int {
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    var limit = rlimit()
    guard unsafe getrlimit(resource, &limit) == 0 else { return .max }
    if limit.rlim_cur < limit.rlim_max {
      let former = limit.rlim_cur
      limit.rlim_cur = limit.rlim_max
      if unsafe setrlimit(resource, &limit) != 0 { limit.rlim_cur = former }
    }
    return Int(clamping: limit.rlim_cur)
  }
}
