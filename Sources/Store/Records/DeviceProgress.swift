/// How far one incarnation of a device has come in a library.
package struct DeviceProgress: Hashable, Sendable {
  /// The device.
  package var device: String
  /// Its incarnation: made anew when the device's data was restored or copied.
  package var incarnation: String
  /// The last n recorded; 0 for a new incarnation.
  package var n: Int
  /// How many n up to that one have no entry in the log: operations that the log had already met
  /// under another incarnation, and those too broken to have an id.
  package var unlogged: Int

  /// Makes a record from its parts.
  package init(device: String, incarnation: String, n: Int = 0, unlogged: Int = 0) {
    self.device = device
    self.incarnation = incarnation
    self.n = n
    self.unlogged = unlogged
  }
}
