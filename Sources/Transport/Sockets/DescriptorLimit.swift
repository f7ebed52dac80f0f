import Glibc

/// How many descriptors the process may have: one for each connection, and some.
package enum DescriptorLimit {
  /// Raises it as far as the system allows; shells start programs with room for a thousand. Where it
  /// stays low, who finds no descriptor waits until somebody leaves.
  package static func raise() {
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    var limit = rlimit()
    guard unsafe getrlimit(resource, &limit) == 0, limit.rlim_cur < limit.rlim_max else {
      return
    }
    limit.rlim_cur = limit.rlim_max
    unsafe setrlimit(resource, &limit)
  }
}
