import Foundation
import Testing

/// The planted bugs are for the simulator's own build: what is shipped, and what the other tests see,
/// has none of them.
struct MutantTests {
  /// The type alone or before a dot, which to Unicode is still the same word.
  private static var name: Regex<Substring> { /\bMutant\b/.wordBoundaryKind(.simple) }

  @Test func `this build plants no mutant`() {
    #if MUTANTS
      Issue.record("this build defines MUTANTS: DOGEAR_MUTANTS is for the simulator's build alone")
    #endif
  }

  @Test(arguments: Repository.swiftSources)
  func `a mutant is named only where the build plants them`(file: Repository.File) {
    // For each condition around the line, whether its present branch is only built with mutants.
    var branches: [Bool] = []
    for (number, line) in file.lines.enumerated() {
      let code = line.drop { $0 == " " }
      let condition = code.split(separator: " ").dropFirst().joined(separator: " ")
      if code.hasPrefix("#if ") {
        #expect(
          condition == "MUTANTS" || !condition.contains("MUTANTS"),
          "\(file):\(number + 1) says more than #if MUTANTS")
        branches.append(condition == "MUTANTS")
      } else if code.hasPrefix("#else") {
        // Also of `#elseif`, which is built without them as well.
        branches[branches.count - 1] = false
      } else if code.hasPrefix("#endif") {
        branches.removeLast()
      } else if !code.hasPrefix("//"), code.contains(Self.name) {
        #expect(branches.contains(true), "\(file):\(number + 1) is built without MUTANTS too")
      }
    }
    #expect(branches.isEmpty, "\(file) leaves a condition open")
  }

  @Test func `only the simulator's environment has mutants built`() throws {
    let package = try text("Package.swift")
    let defining = package.split(separator: "\n").filter { $0.contains("MUTANTS\"") }
      .map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(
      defining == [
        #"Context.environment["DOGEAR_MUTANTS"] == nil ? [] : [.define("MUTANTS")]"#
      ])
    for line in try text("Makefile").split(separator: "\n") where line.contains("DOGEAR_MUTANTS") {
      #expect(
        line.contains("--product simulate --build-path .build/simulate"),
        "this build would be one with mutants: \(line)")
    }
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOf: Repository.root.appendingPathComponent(name), encoding: .utf8)
  }
}
