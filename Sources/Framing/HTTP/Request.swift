package import HTTPTypes

/// One whole HTTP request, its body read and un-chunked.
package struct Request: Hashable, Sendable {
  /// Method, path with query, authority (from `Host`) and fields.
  package var head: HTTPRequest

  /// The body; empty where there is none.
  package var body: [UInt8]

  /// A request put together by hand: tests do.
  package init(head: HTTPRequest, body: [UInt8] = []) {
    self.head = head
    self.body = body
  }
}
