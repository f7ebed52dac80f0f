/// What the modules go by in the packs: numbers, in the order in which they are named first. Their paths,
/// a thousand times over, would be a hundredth of what a browser loads.
struct ModuleNumbers {
  private var numbers: [String: Int] = [:]

  /// The number of the module at `path`.
  subscript(path: String) -> Int {
    mutating get {
      if let number = numbers[path] { return number }
      numbers[path] = numbers.count
      return numbers.count - 1
    }
  }
}
