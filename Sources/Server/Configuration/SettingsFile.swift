import Yams

/// Settings as a YAML file writes them: names and single values. What else it says is a mistake of
/// whoever wrote it, and none passes in silence.
package enum SettingsFile {
  /// The settings in `bytes`, as text; what is named and left empty counts as not set. `file` is what
  /// errors call it.
  /// - Throws: `SettingsError`.
  package static func values(
    in bytes: [UInt8], of file: String
  ) throws(SettingsError) -> [SettingKey: String] {
    let root: Node?
    do {
      root = try Yams.compose(yaml: String(decoding: bytes, as: UTF8.self))
    } catch {
      throw .notYAML(file: file, reason(error))
    }
    // A file of comments alone.
    guard let root, root.null == nil else { return [:] }
    guard let mapping = root.mapping else {
      throw .notYAML(file: file, "it is no list of settings, each as key: value.")
    }
    var values: [SettingKey: String] = [:]
    for (name, value) in mapping {
      let name = name.scalar?.string ?? "?"
      guard let key = SettingKey(rawValue: name) else { throw .unknownKey(name, file: file) }
      guard value.null == nil else { continue }
      guard let text = value.scalar?.string else { throw .notOneValue(key, file: file) }
      values[key] = text
    }
    return values
  }

  /// What the parser found, on one line.
  private static func reason(_ error: any Error) -> String {
    switch error as? YamlError {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      "\(problem) in line \(mark.line), column \(mark.column)."
    case .reader(let problem, _, _, _): "\(problem)."
    case .duplicatedKeysInMapping(let names, _): "it has \(names.joined(separator: ", ")) twice."
    default: "\(error)".split(whereSeparator: \.isNewline).joined(separator: " ")
    }
  }
}
