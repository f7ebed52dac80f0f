package import Library

extension Presentation {
  /// The presentation that `json` spells, or nil: an unknown destination, one under the wrong
  /// style, or one without its book, draft or code is none.
  package init?(json: JSONValue?) {
    guard let dest = json?["dest"]?.string, let style = json?["style"].choice(Style.self),
      let destination = Self.destination(dest, json), destination.style == style
    else { return nil }
    self = destination
  }

  private static func destination(_ name: String, _ json: JSONValue?) -> Presentation? {
    let id = Text.identifier(json?["id"])
    let draft = Text.identifier(json?["draft"])
    let isDirty = json?["dirty"] == .bool(true)
    switch name {
    case "editBook":
      guard let id, let draft else { return nil }
      return .editBook(id: id, draft: draft, isDirty: isDirty)
    case "newBook": return draft.map { .newBook(draft: $0, isDirty: isDirty) }
    case "addToShelf": return id.map { .addToShelf(id: $0) }
    case "sendTo": return .sendTo
    case "cover": return id.map { .cover(id: $0) }
    case "onboarding": return .onboarding
    case "filters": return .filters
    case "sort": return .sort
    case "devices": return .devices
    case "deleteBook": return id.map { .deleteBook(id: $0) }
    case "deleteShelf": return id.map { .deleteShelf(id: $0) }
    case "error":
      let code = Text.cleaned(json?["code"], Limits.codeLength)
      return code.isEmpty ? nil : .error(code: code, retry: Text.identifier(json?["retry"]))
    case "discard": return .discard
    default: return nil
    }
  }

  /// The JSON form.
  package var json: JSONValue {
    var members: JSONObject = [
      "style": .string(style.rawValue), "dest": .string(name),
    ]
    switch self {
    case .editBook(let id, let draft, let isDirty):
      members["id"] = .string(id)
      members["draft"] = .string(draft)
      members["dirty"] = .bool(isDirty)
    case .newBook(let draft, let isDirty):
      members["draft"] = .string(draft)
      members["dirty"] = .bool(isDirty)
    case .addToShelf(let id), .cover(let id), .deleteBook(let id), .deleteShelf(let id):
      members["id"] = .string(id)
    case .error(let code, let retry):
      members["code"] = .string(code)
      members["retry"] = retry.map { .string($0) }
    case .sendTo, .onboarding, .filters, .sort, .devices, .discard: break
    }
    return .object(members)
  }

  /// The member `dest`.
  package var name: String {
    switch self {
    case .editBook: "editBook"
    case .newBook: "newBook"
    case .addToShelf: "addToShelf"
    case .sendTo: "sendTo"
    case .cover: "cover"
    case .onboarding: "onboarding"
    case .filters: "filters"
    case .sort: "sort"
    case .devices: "devices"
    case .deleteBook: "deleteBook"
    case .deleteShelf: "deleteShelf"
    case .error: "error"
    case .discard: "discard"
    }
  }
}
