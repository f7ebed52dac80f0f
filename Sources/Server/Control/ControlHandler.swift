import Framing
import HTTPTypes
import Transport

/// Answers the command line on the control socket, which only the server's own user can open.
struct ControlHandler: ConnectionHandler {
  private let desk: ControlDesk
  private let mail: Mailbox<ControlLetter>

  init(_ desk: ControlDesk, mail: Mailbox<ControlLetter>) {
    self.desk = desk
    self.mail = mail
  }

  mutating func received(_ request: Request, from id: ConnectionID, on loop: isolated EventLoop) {
    guard request.head.method == .post,
      let target = request.head.path.flatMap({ RequestTarget($0) }),
      let command = AdministrationCommand(target: target, body: request.body)
    else {
      let reply = Reply.error(
        .notFound, "unknown",
        "The running server does not know this command; restart it after an update.")
      return loop.respond(reply.head, body: reply.body, to: id)
    }
    desk.ask(command, replyTo: id, by: mail)
  }

  mutating func received(_ message: Message, from id: ConnectionID, on loop: isolated EventLoop) {
    preconditionFailure("Nothing is upgraded here.")
  }

  mutating func mailArrived(on loop: isolated EventLoop) {
    for letter in mail.drain() {
      loop.respond(letter.reply.head, body: letter.reply.body, to: letter.connection)
    }
  }
}

/// An answer on its way to the control socket's loop.
struct ControlLetter: Sendable {
  let connection: ConnectionID
  let reply: Reply
}

/// Does the command line's commands, one after the other.
actor ControlDesk: QueueActor {
  nonisolated let executor = QueueExecutor.dedicated(label: "dogear.control")
  private let administration: Administration

  init(_ administration: Administration) {
    self.administration = administration
  }

  /// Does `command` in its turn and answers by mail.
  nonisolated func ask(
    _ command: AdministrationCommand, replyTo id: ConnectionID, by mail: Mailbox<ControlLetter>
  ) {
    post { desk in mail.post(ControlLetter(connection: id, reply: desk.answer(command))) }
  }

  private func answer(_ command: AdministrationCommand) -> Reply {
    do {
      let answer = try administration.perform(command)
      return Reply(.ok, [.contentType: "application/json; charset=utf-8"], body: answer.body)
    } catch {
      return .error(.badRequest, "failed", "\(error)")
    }
  }
}
