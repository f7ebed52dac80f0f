/// One browser, phone or program of an account, or the server itself.
package struct DeviceRecord: Hashable, Sendable {
  /// The device's id, given by the server once and for all.
  package var id: String
  /// The account it belongs to.
  package var account: String
  /// What its owner calls it.
  package var name: String
  /// When it was added, in milliseconds since 1970 UTC.
  package var created: Int
  /// When it was last connected; nil when it never was.
  package var seen: Int?
  /// When its token was taken away; nil while it is good.
  package var revoked: Int?

  /// Makes the record of a new device.
  package init(id: String, account: String, name: String, created: Int) {
    self.id = id
    self.account = account
    self.name = name
    self.created = created
  }
}
