import HTTPTypes
import Transport

/// Answers what asks for a file: a page, a part of the browser client, how to trust the server. It has a queue
/// of its own, so that no loop waits for a disk, nor for the first compression of a file, which takes a quarter
/// of a second.
actor FileDesk: QueueActor {
  nonisolated let executor = QueueExecutor.dedicated(label: "dogear.files")
  private var client: StaticFiles?
  private var trust: TrustPage?

  /// Makes a desk. Without `client` there is none.
  init(client: sending StaticFiles?) { self.client = client }

  /// Tells from now on how to trust this authority.
  nonisolated func show(_ authority: LocalCertificates.Trusted) {
    post { desk in desk.trust = TrustPage(authority) }
  }

  /// Answers `request`, which asks for `file`, in its turn, by mail to the loop of `id`: unless `asker` is
  /// gone by then, for who comes and goes as fast as it can would else keep all others waiting.
  nonisolated func ask(
    _ file: Route.File, _ request: HTTPRequest, of asker: Asker, replyTo id: ConnectionID,
    by mail: Mailbox<LoopLetter>
  ) {
    post { desk in
      if !asker.isGone { mail.post(.reply(id, desk.answer(file, request))) }
    }
  }

  private func answer(_ file: Route.File, _ request: HTTPRequest) -> Reply {
    let reply =
      switch file {
      case .page: client?.file(at: "index.html")?.reply(to: request)
      case .part(let path): client?.file(at: path)?.reply(to: request)
      case .trust(let part): trust?.answer(part, to: request)
      }
    return reply ?? .notFound
  }
}
