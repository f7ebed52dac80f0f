import Library

/// Reads the members of one object, and names by its path the first one that is wrong.
struct Members {
  let object: JSONObject
  private let path: String
  /// Where the object stands in the list that `path` names, if it is one.
  private let position: Int?

  init(_ object: JSONObject, path: String = "", position: Int? = nil) {
    self.object = object
    self.path = path
    self.position = position
  }

  /// Where `name` stands in the message: put together only for one that is wrong.
  func path(_ name: String) -> String {
    if let position { return "\(path)[\(position)].\(name)" }
    return path.isEmpty ? name : "\(path).\(name)"
  }

  /// The member, or nil when it is absent or null.
  private func value(_ name: String) -> JSONValue? {
    guard let value = object[name], !value.isNull else { return nil }
    return value
  }

  private func required<Value>(_ name: String, _ value: Value?) throws(WireError) -> Value {
    guard let value else { throw .missing(member: path(name)) }
    return value
  }

  // MARK: Numbers

  /// A whole number in `range`, or nil when it is absent.
  func optionalInt(_ name: String, in range: ClosedRange<Int>) throws(WireError) -> Int? {
    guard let value = value(name) else { return nil }
    guard let number = value.int else {
      throw .wrongType(member: path(name), expected: "a whole number")
    }
    guard range.contains(number) else { throw .outOfRange(member: path(name)) }
    return number
  }

  /// A whole number in `range`.
  func int(_ name: String, in range: ClosedRange<Int>) throws(WireError) -> Int {
    try required(name, optionalInt(name, in: range))
  }

  /// A sequence or a time: 0 or more.
  func count(_ name: String) throws(WireError) -> Int {
    try int(name, in: 0...JSONValue.integerMax)
  }

  // MARK: Texts

  /// A text of at most `byteCountMax` bytes, or nil when it is absent.
  func optionalText(
    _ name: String, byteCountMax: Int = Limits.nameByteCountMax
  ) throws(WireError) -> String? {
    guard let value = value(name) else { return nil }
    guard let text = value.string else {
      throw .wrongType(member: path(name), expected: "a text")
    }
    guard text.utf8.count <= byteCountMax else { throw .outOfRange(member: path(name)) }
    return text
  }

  /// A text of at most `byteCountMax` bytes.
  func text(
    _ name: String, byteCountMax: Int = Limits.nameByteCountMax
  ) throws(WireError) -> String {
    try required(name, optionalText(name, byteCountMax: byteCountMax))
  }

  /// An identifier (SYNC §1), or nil when it is absent.
  func optionalIdentifier(_ name: String) throws(WireError) -> String? {
    guard let text = try optionalText(name) else { return nil }
    guard Identifier.isValid(text) else { throw .outOfRange(member: path(name)) }
    return text
  }

  /// An identifier (SYNC §1).
  func identifier(_ name: String) throws(WireError) -> String {
    try required(name, optionalIdentifier(name))
  }

  // MARK: The rest

  /// A truth value, or nil when it is absent.
  func optionalBool(_ name: String) throws(WireError) -> Bool? {
    guard let value = value(name) else { return nil }
    guard let flag = value.bool else {
      throw .wrongType(member: path(name), expected: "true or false")
    }
    return flag
  }

  /// An object, or nil when it is absent.
  func optionalMembers(_ name: String) throws(WireError) -> Members? {
    guard let value = value(name) else { return nil }
    guard let object = value.object else {
      throw .wrongType(member: path(name), expected: "an object")
    }
    return Members(object, path: path(name))
  }

  /// An object.
  func members(_ name: String) throws(WireError) -> Members {
    try required(name, optionalMembers(name))
  }

  /// An array.
  func array(_ name: String) throws(WireError) -> [JSONValue] {
    guard let value = value(name) else { throw .missing(member: path(name)) }
    guard let array = value.array else {
      throw .wrongType(member: path(name), expected: "an array")
    }
    return array
  }

  /// An array of objects, each read by `read`.
  func list<Element>(
    _ name: String, _ read: (Members) throws(WireError) -> Element
  ) throws(WireError) -> [Element] {
    var elements: [Element] = []
    let path = path(name)
    for (position, value) in try array(name).enumerated() {
      guard let object = value.object else {
        throw .wrongType(member: "\(path)[\(position)]", expected: "an object")
      }
      elements.append(try read(Members(object, path: path, position: position)))
    }
    return elements
  }

  /// The rows of a page or of live changes.
  func rows() throws(WireError) -> [Row] {
    try list("rows") { members throws(WireError) in
      do throws(Problem) {
        return try Row(json: .object(members.object))
      } catch {
        let member = error.field ?? "e"
        guard members.object[member] != nil else { throw .missing(member: members.path(member)) }
        throw .wrongType(member: members.path(member), expected: "part of a row")
      }
    }
  }
}
