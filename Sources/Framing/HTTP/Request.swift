package import HTTPTypes

/// One whole HTTP request, its body read and un-chunked.
package struct Request: Hashable, Sendable {
  /// Method, path with query, authority (from `Host`) and fields.
  package var head: HTTPRequest

  /// The body; empty where there is none.
  package var body: [UInt8]

  /// What the body has of something that there is little of, if anything.
  private let permit: BodyPermit?

  /// A request put together by hand: tests do.
  package init(head: HTTPRequest, body: [UInt8] = []) {
    self.init(head: head, body: body, permit: nil)
  }

  init(head: HTTPRequest, body: [UInt8] = [], permit: BodyPermit?) {
    self.head = head
    self.body = body
    self.permit = permit
  }

  /// Nobody needs the body any more: others may send theirs, though the request is still about.
  package func endBody() { permit?.end() }
}
