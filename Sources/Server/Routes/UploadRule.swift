import Framing
import HTTPTypes
import Store
import Synchronization

/// How much of a request's body is read: more than a little only from a paired device that sends a file to
/// import or a picture, and no more than two of those at once, for each is in memory until it is answered.
struct UploadRule: Sendable {
  /// Who is paired; nil while nobody is answered yet.
  let paired: @Sendable () -> PairedSecrets?
  private let underWay = UnderWay(atMost: Limits.uploadsUnderWayMax)

  init(paired: @escaping @Sendable () -> PairedSecrets?) {
    self.paired = paired
  }

  /// What is done with the body that a request with this head announces.
  func callAsFunction(_ head: HTTPRequest) -> BodyRule {
    guard let byteCountMax = Self.byteCountMax(Route(head)), !isShort(head) else {
      return .read(atMost: Limits.jsonBodyByteCountMax)
    }
    let secrets = Credentials(head).secrets
    guard let paired = paired(), secrets.contains(where: paired.contains) else {
      return refusal(.notPaired)
    }
    guard underWay.begin(by: secrets) else { return refusal(.tooManyUploads) }
    let place = Place()
    let permit = BodyPermit { [underWay] in
      if place.leave() { underWay.end(by: secrets) }
    }
    return .read(atMost: byteCountMax, permit: permit)
  }

  /// How long the body of what is asked for may be, where that is more than a little.
  private static func byteCountMax(_ route: Route) -> Int? {
    switch route {
    case .call(.importFile): Limits.importByteCountMax
    case .call(.keepBlob): Limits.blobByteCountMax
    default: nil
    }
  }

  /// Whether it says that it is no longer than that of any other request.
  private func isShort(_ head: HTTPRequest) -> Bool {
    let length = head.headerFields[.contentLength].flatMap { Int($0) }
    return length.map { $0 <= Limits.jsonBodyByteCountMax } ?? false
  }

  private func refusal(_ reply: Reply) -> BodyRule { .refuse(reply.head, body: reply.body) }
}

/// One place among those under way, which is left once.
private final class Place: Sendable {
  private let isTaken = Atomic(true)

  /// Whether it was still taken.
  func leave() -> Bool { isTaken.exchange(false, ordering: .relaxed) }
}
