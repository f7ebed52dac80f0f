import CURing
import Glibc

/// Sends the same bytes to many sockets by one call of the kernel (`io_uring(7)`) in place of one for each.
///
/// Nothing is under way when `write` has returned: a send that may not wait (`MSG_DONTWAIT`) is done, or
/// refused, while it is submitted.
@safe final class SendRing {
  private let ring = UnsafeMutablePointer<io_uring>.allocate(capacity: 1)

  /// Nil where there is none: the kernel is an old one, or whoever confines this process, as many a container
  /// does, forbids it.
  init?() {
    unsafe ring.initialize(to: io_uring())
    guard unsafe io_uring_queue_init(UInt32(TransportLimits.batchCount), ring, 0) == 0 else {
      unsafe ring.deallocate()
      return nil
    }
  }

  deinit {
    unsafe io_uring_queue_exit(ring)
    unsafe ring.deallocate()
  }

  /// Writes `bytes` to each of at most `TransportLimits.batchCount` outlets. What came of those that did not
  /// take all is added to `rest`, by their place.
  ///
  /// Returns how many had their turn, from the first on. If those are not all, the ring takes no more, and
  /// must not be used again.
  func write(
    _ bytes: UnsafeRawBufferPointer, to outlets: [Outlet], rest: inout [BatchWriter.Rest]
  ) -> Int {
    for (place, outlet) in outlets.enumerated() {
      guard let entry = unsafe io_uring_get_sqe(ring) else {
        preconditionFailure("A ring is empty between two batches.")
      }
      unsafe io_uring_prep_send(
        entry, outlet.raw, bytes.baseAddress, bytes.count, Outlet.flags | CInt(MSG_DONTWAIT))
      unsafe io_uring_sqe_set_data64(entry, UInt64(place))
    }
    let submitted = submit(outlets.count)
    for _ in 0..<submitted {
      let (place, result) = nextCompletion()
      if result != bytes.count { rest.append((place, Outlet.outcome(result))) }
    }
    return submitted
  }

  /// The kernel may take a batch in pieces.
  private func submit(_ count: Int) -> Int {
    var submitted = 0
    while submitted < count {
      let result = unsafe io_uring_submit(ring)
      if result == -EINTR { continue }
      guard result > 0 else { break }
      submitted += Int(result)
    }
    return submitted
  }

  private func nextCompletion() -> (place: Int, result: Int) {
    var completion: UnsafeMutablePointer<io_uring_cqe>?
    while unsafe io_uring_wait_cqe(ring, &completion) == -EINTR {}
    guard let completion = unsafe completion else {
      preconditionFailure("What was submitted is completed.")
    }
    defer { unsafe io_uring_cqe_seen(ring, completion) }
    return unsafe (Int(completion.pointee.user_data), Int(completion.pointee.res))
  }
}
