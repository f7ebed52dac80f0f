/// The browser client's modules in two files, and its style sheets in two: what the first list needs, at
/// the address of the file that leads to it, and what is read after it.
///
/// Four hundred small files, one leading to the next, take a browser longer to ask for than to run,
/// and compress worse than one. A pack holds the same modules, each run once, when it is first needed,
/// and known by its number, or the same sheets in their order. The files stay as they are: any server can
/// send them one by one, and this one does where they cannot be packed.
struct ShellPacks {
  /// The modules whose addresses the packs have: the start, and what comes after the first list.
  private static let modules = ["app.js", "views/rest.js"]
  /// The same of style sheets.
  private static let sheets = ["styles/first.css", "styles/rest.css"]
  /// The list of what a browser keeps, which leaves out what is in the packs.
  private static let listing = "shell-files.js"

  /// What is asked for here, and not for the single file there.
  static let entries = Set(modules + sheets + [listing])

  /// The packs and the listing by their paths; none where the modules cannot be packed.
  private(set) var files: [String: StaticFile] = [:]
  /// What it was made of: the tag of each file by its path.
  private(set) var sources: [String: String] = [:]
  private var modules: [String: ScriptModule] = [:]
  private var numbers = ModuleNumbers()

  /// Packs what `file` gives, and keeps in `kept` what that is compressed to.
  init(keptIn kept: KeptCodings? = nil, file: (String) -> StaticFile?) {
    var packs: [[UInt8]] = []
    var packed: Set<String> = []
    for entry in Self.modules {
      guard let order = self.order(from: entry, without: packed, file) else { return }
      packed.formUnion(order)
      packs.append(pack(order, entry))
    }
    guard let list = read(Self.listing, file) else { return }
    for (entry, bytes) in zip(Self.modules, packs) {
      // The second comes behind the first list.
      files[entry] = script(bytes, isWaitedFor: entry == Self.modules[0], kept)
    }
    modules = [:]
    packed.subtract(Self.modules)
    for entry in Self.sheets {
      guard let sheet = read(entry, file),
        let pack = StylePack(sheet.bytes, at: entry, file: { read($0, file)?.bytes })
      else { continue }
      packs.append(pack.bytes)
      files[entry] = StaticFile(type: sheet.type, bytes: pack.bytes, in: kept)
      packed.formUnion(pack.paths)
    }
    files[Self.listing] = script(Self.listing(list.bytes, packed: packed, packs: packs))
  }

  private func script(
    _ bytes: [UInt8], isWaitedFor: Bool = true, _ kept: KeptCodings? = nil
  ) -> StaticFile {
    StaticFile(
      type: "text/javascript; charset=utf-8", bytes: bytes, isWaitedFor: isWaitedFor, in: kept)
  }

  // MARK: Which modules

  /// The modules that `entry` leads to, each behind those it imports; nil where one is missing, is not
  /// understood, or imports itself through others.
  private mutating func order(
    from entry: String, without known: Set<String>, _ file: (String) -> StaticFile?
  ) -> [String]? {
    var order: [String] = []
    var done = known
    var open: Set<String> = []
    var later = [entry]

    func visit(_ path: String, _ packs: inout ShellPacks) -> Bool {
      if done.contains(path) { return true }
      guard open.insert(path).inserted, let module = packs.module(path, file) else { return false }
      for need in module.needs {
        guard visit(need, &packs) else { return false }
      }
      later += module.loads.filter { !Self.modules.contains($0) }
      done.insert(path)
      order.append(path)
      return true
    }

    while let next = later.popLast() {
      guard visit(next, &self) else { return nil }
    }
    return order
  }

  private mutating func module(_ path: String, _ file: (String) -> StaticFile?) -> ScriptModule? {
    guard let source = read(path, file) else { return nil }
    let apart = Set(Self.modules)
    modules[path] = ScriptModule(
      path: path, source: source.bytes, apart: apart, numbers: &numbers)
    return modules[path]
  }

  private mutating func read(_ path: String, _ file: (String) -> StaticFile?) -> StaticFile? {
    let found = file(path)
    sources[path] = found?.tag ?? ""
    return found
  }

  // MARK: What is sent

  /// Each module begins a line.
  private mutating func pack(_ order: [String], _ entry: String) -> [UInt8] {
    let isFirst = entry == Self.modules[0]
    let names = modules[entry]?.names.joined(separator: ", ") ?? ""
    let head = isFirst ? Self.registry : "import { define, load, need } from \"/app.js\";"
    let tail = (isFirst ? "" : "export const { \(names) } = ") + "need(\(numbers[entry]));"
    let definitions = order.compactMap { modules[$0]?.definition }
    let parts = [Array(head.utf8)] + definitions + [Array(tail.utf8)]
    return parts.flatMap { ScriptText.tight($0) + [UInt8(ascii: "\n")] }
  }

  /// What makes modules of definitions.
  private static let registry = """
    const definitions = new Map();
    const modules = new Map();
    export function define(number, make) {
    definitions.set(number, make);
    }
    export function need(number) {
    let module = modules.get(number);
    if (!module) modules.set(number, (module = definitions.get(number)()));
    return module;
    }
    export const load = async (number) => need(number);
    """

  /// The listing without what is in the packs, its version one that changes with their bytes.
  private static func listing(
    _ source: [UInt8], packed: Set<String>, packs: [[UInt8]]
  ) -> [UInt8] {
    let hash = Base32.text(of: SHA256.hash(packs.flatMap { $0 })).prefix(10)
    let lines = String(decoding: source, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    let kept = lines.filter {
      !$0.hasPrefix("\"/") || !packed.contains(String($0.dropFirst(2).dropLast(2)))
    }
    return kept.map { line in
      guard line.hasPrefix("export const shellVersion"), line.hasSuffix("\";") else {
        return String(line)
      }
      return line.dropLast(2) + "-\(hash)\";"
    }.joined(separator: "\n").utf8.map { $0 }
  }
}
