/// A person of this server.
package struct AccountRecord: Hashable, Sendable {
  /// The account's id.
  package var id: String
  /// What the person is called.
  package var name: String
  /// When it was made, in milliseconds since 1970 UTC.
  package var created: Int

  /// Makes a record from its parts.
  package init(id: String, name: String, created: Int) {
    self.id = id
    self.name = name
    self.created = created
  }
}
