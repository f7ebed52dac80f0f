import Glibc
package import Interchange
import Library

/// What a person asks of a data directory on the command line, whether or not a server runs on it.
package enum AdministrationCommand: Hashable, Sendable {
  /// Adds a device that carries a token.
  case addDevice(name: String)
  /// Lists the devices.
  case listDevices
  /// Takes a device's token away.
  case revokeDevice(id: String)
  /// Makes a pairing code.
  case pair
  /// Brings in the bytes of the file called `name`, with the answers to an earlier report's questions; a
  /// dry run only reports.
  case importFile(name: String, bytes: [UInt8], isDry: Bool, answers: StatusAnswers = .none)
  /// Gives the whole library, in the format that a file called `name` asks for.
  case export(name: String)
  /// Gives pictures, for an export.
  case pictures(ids: [String])
  /// Keeps pictures, out of an import.
  case keepPictures([[UInt8]])
  /// Asks a device, named by its id or its name, to open a link.
  case openLink(link: String, device: String)
  /// Asks how far the link is that was sent as `id`.
  case linkState(id: String)
  /// Reads the whole database and lists what is wrong.
  case check
  /// Copies the database to the file at an absolute path, which stands in `folder`, as who asks sees it.
  case backUp(path: String, folder: FileIdentity, replaces: Bool)

  /// Reads `file` to import it.
  /// - Throws: `AdministrationError.unreadable` or `.tooLarge`.
  package static func importing(
    file: String, isDry: Bool, answers: StatusAnswers = .none
  ) throws(AdministrationError) -> AdministrationCommand {
    let byteCountMax = Limits.commandImportByteCountMax
    // What is far too large is not read into memory to find that out.
    guard FileBytes.count(of: file) <= byteCountMax else { throw .tooLarge(file) }
    guard let bytes = FileBytes.read(file, followsLinks: true, byteCountMax: byteCountMax) else {
      throw .unreadable(file, SystemError.current)
    }
    guard bytes.count <= byteCountMax else { throw .tooLarge(file) }
    let name = file.split(separator: "/").last.map(String.init) ?? file
    return .importFile(name: name, bytes: bytes, isDry: isDry, answers: answers)
  }
}

extension AdministrationCommand {
  /// What whoever exported to `file` must be told: that `dogear import` does not read so many bytes; nil
  /// where it does.
  package static func caveat(ofExport file: String, byteCount: Int) -> String? {
    let byteCountMax = ExportFormat(fileName: file).byteCountMax
    guard byteCount > byteCountMax else { return nil }
    return "\(file) has \(byteCount >> 20) MiB, and dogear import reads up to "
      + "\(byteCountMax >> 20) MiB: to bring the library back, make a dogear backup."
  }
}

extension AdministrationCommand {
  /// A backup to `file`, or where a link there leads, which a server in another folder is to find by the
  /// same name.
  /// - Throws: `AdministrationError.unwritable` where there is no such folder.
  package static func backingUp(
    to file: String, replaces: Bool
  ) throws(AdministrationError) -> AdministrationCommand {
    let path = FileBytes.destination(of: FileBytes.absolute(file))
    let isNameable = unsafe access(path, F_OK) == 0 || errno == ENOENT
    guard isNameable, let folder = FileIdentity(ofFolderHolding: path) else {
      throw .unwritable(file, SystemError.current)
    }
    return .backUp(path: path, folder: folder, replaces: replaces)
  }
}

extension AdministrationCommand {
  /// What a command may have left behind when nobody heard how it ended.
  package enum Trace: Hashable, Sendable {
    /// It only reads.
    case nothing
    /// A part of an import, or all; a second import of the same file completes it.
    case books
    /// A device, of which nobody knows the token.
    case device
    /// A whole file, or none.
    case backup
    /// All of it, or nothing; to do it again does no harm.
    case deed
  }

  /// What the command leaves behind.
  package var trace: Trace {
    switch self {
    case .listDevices, .export, .pictures, .linkState, .check, .importFile(_, _, isDry: true, _):
      .nothing
    case .importFile, .keepPictures: .books
    case .addDevice: .device
    case .backUp: .backup
    case .revokeDevice, .pair, .openLink: .deed
    }
  }
}

// MARK: On the control socket

extension AdministrationCommand {
  /// The request that carries the command to a running server: a target and a body.
  package var request: (target: String, body: [UInt8]) {
    switch self {
    case .addDevice(let name): (Self.target("add-device", ["name": name]), [])
    case .listDevices: (Self.target("list-devices"), [])
    case .revokeDevice(let id): (Self.target("revoke-device", ["id": id]), [])
    case .pair: (Self.target("pair"), [])
    case .importFile(let name, let bytes, let isDry, let answers):
      (
        Self.target(
          "import",
          ["name": name, "dry": isDry ? "1" : "0", "answers": answers.text]), bytes
      )
    case .export(let name): (Self.target("export", ["name": name]), [])
    case .pictures(let ids): (Self.target("pictures", ["ids": ids.joined(separator: ".")]), [])
    case .keepPictures(let pictures): (Self.target("keep-pictures"), Pieces.joined(pictures))
    case .openLink(let link, let device):
      (Self.target("open", ["link": link, "on": device]), [])
    case .linkState(let id): (Self.target("link", ["id": id]), [])
    case .check: (Self.target("check"), [])
    case .backUp(let path, let folder, let replaces):
      (
        Self.target(
          "backup", ["path": path, "in": folder.description, "replace": replaces ? "1" : "0"]), []
      )
    }
  }

  /// Reads a command out of its request; nil where it is none.
  package init?(target: RequestTarget, body: [UInt8]) {
    guard target.path.hasPrefix(Self.prefix) else { return nil }
    let query = target.query
    switch target.path.dropFirst(Self.prefix.count) {
    case "add-device":
      guard let name = query["name"] else { return nil }
      self = .addDevice(name: name)
    case "list-devices": self = .listDevices
    case "revoke-device":
      guard let id = query["id"] else { return nil }
      self = .revokeDevice(id: id)
    case "pair": self = .pair
    case "import":
      guard let answers = StatusAnswers(json: query["answers"] ?? "{}") else { return nil }
      self = .importFile(
        name: query["name"] ?? "", bytes: body, isDry: query["dry"] == "1", answers: answers)
    case "export": self = .export(name: query["name"] ?? "")
    case "pictures":
      let ids = query["ids"]?.split(separator: ".").map(String.init) ?? []
      guard ids.count <= Limits.picturesPerCommandMax, ids.allSatisfy({ Identifier.isValid($0) })
      else { return nil }
      self = .pictures(ids: ids)
    case "keep-pictures":
      guard let pictures = Pieces.split(body), pictures.count <= Limits.picturesPerCommandMax else {
        return nil
      }
      self = .keepPictures(pictures)
    case "open":
      guard let link = query["link"], let device = query["on"] else { return nil }
      self = .openLink(link: link, device: device)
    case "link":
      guard let id = query["id"] else { return nil }
      self = .linkState(id: id)
    case "check": self = .check
    case "backup":
      guard let path = query["path"], path.hasPrefix("/"),
        let folder = query["in"].flatMap({ FileIdentity($0) })
      else { return nil }
      self = .backUp(path: path, folder: folder, replaces: query["replace"] == "1")
    default: return nil
    }
  }

  private static let prefix = "control/"

  private static func target(_ verb: String, _ query: [String: String] = [:]) -> String {
    RequestTarget.text(path: prefix + verb, query: query)
  }
}
