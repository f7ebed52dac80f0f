import Glibc
import Library

/// What happened to one entity, for a person or a program.
struct ChangeReport {
  /// The entity as it shows now.
  let entity: EntityView
  /// What is another than before; never empty.
  let differences: [Difference]
  /// Who changed it.
  let device: String
  /// What a person calls the entity: its title or name, or that of its book.
  let title: String?

  /// One line: `14:02 Phone: “Dune” status → read`.
  func line(now: Int) -> String {
    "\(Self.time(entity.at, now: now)) \(Terminal.plain(device)): \(name) \(sentence)"
  }

  /// The same for programs, one object: `{e, id, seq, at, by, device, title?, changes}`.
  var json: JSONValue {
    var members: JSONObject = [
      "e": .string(entity.entity.kind), "id": .string(entity.entity.id),
      "seq": .int(entity.seq), "at": .int(entity.at), "by": .string(entity.by),
      "device": .string(device), "changes": .array(differences.map(\.json)),
    ]
    members["title"] = title.map(JSONValue.string)
    return .object(members)
  }

  // MARK: Words

  private var name: String {
    let kind = entity.entity.kind
    guard let title else { return kind == "book" ? "a book" : "\(Terminal.plain(kind))" }
    let quoted = "“\(Self.short(title))”"
    switch kind {
    case "book": return quoted
    case "shelf": return "shelf \(quoted)"
    default: return "\(Terminal.plain(kind)) of \(quoted)"
    }
  }

  private var sentence: String {
    // Of what is new only that it is there: its fields would be the whole book.
    if let life = differences.first(where: { $0.subject == .life })?.to?.string {
      return life == "created" ? "added" : life == "deleted" ? "moved to Trash" : "restored"
    }
    return differences.map(Self.words).joined(separator: ", ")
  }

  private static func words(_ difference: Difference) -> String {
    switch difference.subject {
    case .life: difference.to?.string ?? ""
    case .field(let field): "\(Terminal.plain(field)) → \(words(difference.to))"
    case .element(let field, let name):
      switch (difference.from, difference.to) {
      case (nil, _): "\(Terminal.plain(field)) + \(short(name))"
      case (_, nil): "\(Terminal.plain(field)) − \(short(name))"
      default: "\(Terminal.plain(field)) \(short(name)) → \(words(difference.to))"
      }
    }
  }

  private static func words(_ value: JSONValue?) -> String {
    switch value {
    case nil, .null: "nothing"
    case .string(let text): short(text)
    case .some(let value): short(value.canonicalText)
    }
  }

  /// At most so many characters of `text`, on one line.
  private static func short(_ text: String) -> String {
    let plain = Terminal.plain(text)
    let characterCountMax = 80
    return plain.count <= characterCountMax
      ? plain : plain.prefix(characterCountMax - 1) + "…"
  }

  /// `14:02`, with the day where it is not today's, by the clock on the wall.
  private static func time(_ milliseconds: Int, now: Int) -> String {
    let (then, today) = (parts(milliseconds), parts(now))
    let clock = "\(padded(then.hour)):\(padded(then.minute))"
    guard then.day != today.day else { return clock }
    return "\(then.day) \(clock)"
  }

  private static func parts(_ milliseconds: Int) -> (day: String, hour: Int32, minute: Int32) {
    var seconds = time_t(milliseconds / 1_000)
    var parts = unsafe tm()
    _ = unsafe localtime_r(&seconds, &parts)
    let (year, month, day) = unsafe (parts.tm_year + 1_900, parts.tm_mon + 1, parts.tm_mday)
    return unsafe ("\(year)-\(padded(month))-\(padded(day))", parts.tm_hour, parts.tm_min)
  }

  private static func padded(_ number: Int32) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}
