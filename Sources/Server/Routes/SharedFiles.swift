import HTTPTypes
import Library
import Synchronization

/// The browser client's files, for all loops.
final class SharedFiles: Sendable {
  private let files: Mutex<StaticFiles>

  init(_ files: StaticFiles) { self.files = Mutex(files) }

  func file(at path: String) -> StaticFile? {
    files.withLock { $0.file(at: path) }
  }
}

extension SessionHandler.Shared {
  /// Answers what needs neither the store nor another actor.
  func answer(_ route: Route, to request: HTTPRequest) -> Reply {
    switch route {
    case .page: files?.file(at: "index.html")?.reply(to: request) ?? .notFound
    case .file(let path): files?.file(at: path)?.reply(to: request) ?? .notFound
    case .health: Reply(json: ["status": "ok", "version": .string(ServerVersion.text)])
    case .trust(let part): trust?.answer(part, to: request) ?? .notFound
    case .wrongMethod(let allowed): .methodNotAllowed(allowed)
    case .options(let allowed): .options(allowed)
    case .unknownMethod: .unknownMethod
    case .unknown: .notFound
    case .metrics, .socket, .call: preconditionFailure("The handler sees to these itself.")
    }
  }
}
