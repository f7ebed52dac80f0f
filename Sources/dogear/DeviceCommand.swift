import ArgumentParser
import Glibc
import Library
import Server

/// `dogear device`.
struct DeviceCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "device", abstract: "Add, list and revoke the devices of the library.",
    subcommands: [Add.self, List.self, Revoke.self])

  /// `dogear device add NAME`.
  struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Add a device for a program, and print its token.",
      discussion: "The token is shown this once; nothing else goes to standard output.")

    @OptionGroup var options: DataOptions

    @Argument(help: "What to call the device.")
    var name: String

    func run() async throws {
      // Where nobody reads what it writes, it has something to take back.
      signal(SIGPIPE, SIG_IGN)
      let reply = try options.perform(.addDevice(name: name))
      do {
        try Terminal.write(reply.json["token"]?.string ?? "")
      } catch {
        // Nobody will ever know its token.
        _ = try options.perform(.revokeDevice(id: reply.json["id"]?.string ?? ""))
        throw UntoldToken(reason: error.reason)
      }
    }
  }

  /// `dogear device list`.
  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List the devices: id, name, when last seen.")

    @OptionGroup var options: DataOptions

    func run() async throws {
      let reply = try options.perform(.listDevices)
      for device in reply.json["devices"]?.array ?? [] {
        try Terminal.write(DeviceLine.text(device))
      }
    }
  }

  /// `dogear device revoke ID`.
  struct Revoke: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Take a device's access away for good.",
      discussion: "What it wrote stays. What it had not sent yet stays on the device.")

    @OptionGroup var options: DataOptions

    @Argument(help: "The device's id, as dogear device list shows it.")
    var id: String

    func run() async throws {
      let reply = try options.perform(.revokeDevice(id: id))
      try Terminal.write("Revoked \(reply.json["name"]?.string ?? id).")
    }
  }
}

/// Why a device is not there, as one sentence for a person.
private struct UntoldToken: Error, CustomStringConvertible {
  let reason: SystemError

  var description: String {
    "The device was added and taken away again, for its token could not be written: \(reason). Add it "
      + "once more."
  }
}
