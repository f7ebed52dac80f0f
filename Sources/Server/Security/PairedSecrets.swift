import Store
import Synchronization

/// The secrets of all devices that may come in: for loops, which do not wait for the disk. The hub alone
/// changes them.
final class PairedSecrets: Sendable {
  private let devices: Mutex<[SecretHash: String]>

  /// Begins with those that are stored, each with its device's id.
  init(_ devices: [SecretHash: String]) {
    self.devices = Mutex(devices)
  }

  /// Whether a device holds this one.
  func contains(_ secret: SecretHash) -> Bool {
    devices.withLock { $0[secret] != nil }
  }

  /// Takes note of a device that was added.
  func add(_ secret: SecretHash, of device: String) {
    devices.withLock { $0[secret] = device }
  }

  /// Takes note of a device that was taken away.
  func remove(of device: String) {
    devices.withLock { devices in devices = devices.filter { $0.value != device } }
  }
}
