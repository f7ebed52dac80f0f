import Glibc

/// Where the browser client is, when nobody says.
package enum WebFolder {
  /// The first folder with an `index.html`: `Web` in the working directory, then beside the program, then
  /// in `../share/dogear` from there, where packages put it, then above the program (a checkout, whose
  /// program lies in `.build`).
  package static func find(program: String) -> String? {
    var candidates = ["Web"]
    var folder = program[...]
    while let slash = folder.lastIndex(of: "/") {
      folder = folder[..<slash]
      candidates.append(folder + "/Web")
      if candidates.count == 2 { candidates.append(folder + "/../share/dogear/Web") }
    }
    return candidates.first { unsafe access($0 + "/index.html", R_OK) == 0 }
  }

  /// The path of the running program.
  package static var program: String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe readlink("/proc/self/exe", &buffer, buffer.count)
    return String(
      decoding: buffer.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
