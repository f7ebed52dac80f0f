import Server
import ServerTesting
import Testing

struct ShellPacksTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    try folder.write("<!doctype html>", to: "index.html")
    try folder.write(
      """
      import words, { a as first } from "./words.js";
      import "./views/plain.js";
      const later = () => import("./views/later.js");
      export const rest = () => import("./views/rest.js");

      """, to: "app.js")
    try folder.write("export default 1;\nexport const a = 2;\n", to: "words.js")
    try folder.write("export {};\n", to: "views/plain.js")
    try folder.write(
      "import * as words from \"../words.js\";\nexport async function later() {}\n",
      to: "views/later.js")
    try folder.write(
      """
      import {
        a,
      } from "../words.js";
      export { later as soon } from "./later.js";
      export class Rest {}

      """, to: "views/rest.js")
    try folder.write(
      """
      export const shellVersion = "0123";
      export const shellFiles = Object.freeze([
        "/app.js",
        "/index.html",
        "/views/later.js",
        "/views/rest.js",
        "/words.js",
      ]);

      """, to: "shell-files.js")
  }

  @Test func `a pack is as it was for as long as it holds`() throws {
    var files = try StaticFiles(root: folder.path, packsHold: .seconds(3_600))
    let before = text("app.js", &files)
    try folder.write("export const a = 3;", to: "words.js")
    #expect(text("app.js", &files) == before)
    var others = try StaticFiles(root: folder.path, packsHold: .zero)
    #expect(text("app.js", &others) != before)
  }

  private func text(_ path: String, _ files: inout StaticFiles) -> String {
    String(decoding: files.file(at: path)?.bytes ?? [], as: UTF8.self)
  }

  @Test func `the first pack has what the start leads to, each behind what it imports`() throws {
    var files = try StaticFiles(root: folder.path, packsHold: .zero)
    let pack = text("app.js", &files)
    let definitions = pack.split(separator: "\n").filter { $0.hasPrefix("define(") }
    #expect(
      definitions.map { $0.prefix { $0 != "=" } } == [
        "define(1,(()", "define(2,(()", "define(0,(()", "define(3,(()",
      ])
    #expect(pack.hasSuffix("need(0);\n"))
  }

  @Test func `an import becomes a need, and an export a member of what is given`() throws {
    var files = try StaticFiles(root: folder.path, packsHold: .zero)
    let pack = text("app.js", &files)
    #expect(pack.contains("let $default=1,a=2;return{default:$default,a}}"))
    #expect(pack.contains("let{default:words,a:first}=need(1);"))
    #expect(pack.contains("let words=need(1);async function later(){}"))
    #expect(pack.contains("need(2);"))
    #expect(pack.contains("let later=()=>load(3),rest=()=>import(\"/views/rest.js\");"))
  }

  @Test func `the second pack shares the modules of the first and exports its own`() throws {
    var files = try StaticFiles(root: folder.path, packsHold: .zero)
    let pack = text("views/rest.js", &files)
    #expect(pack.hasPrefix("import{define,load,need}from\"/app.js\";\n"))
    #expect(!pack.contains("define(1,"))
    #expect(pack.contains("let{a}=need(1);"))
    #expect(pack.contains("return{soon:need(3).later,Rest}}"))
    #expect(pack.hasSuffix("export let{soon,Rest}=need(4);\n"))
  }

  @Test func `the listing leaves out what is packed and has a version of its own`() throws {
    var files = try StaticFiles(root: folder.path, packsHold: .zero)
    let before = text("shell-files.js", &files)
    #expect(before.contains("\"/app.js\",\n\"/index.html\",\n\"/views/rest.js\",\n]);"))
    #expect(before.contains("export const shellVersion = \"0123-"))
    try folder.write("export default 1;\nexport const a = 3;\n", to: "words.js")
    #expect(text("shell-files.js", &files) != before)
  }

  @Test func `a module that changed is in the pack that is asked for next`() throws {
    var files = try StaticFiles(root: folder.path, packsHold: .zero)
    let before = files.file(at: "app.js")?.tag
    #expect(files.file(at: "app.js")?.tag == before)
    try folder.write("export default 1;\nexport const a = \"other\";\n", to: "words.js")
    #expect(text("app.js", &files).contains("$default=1,a=\"other\";"))
    #expect(files.file(at: "app.js")?.tag != before)
  }

  @Test(arguments: [
    "import { a } from \"./missing.js\";\n", "import \"./app.js\";\n",
    "export * from \"./words.js\";\n",
    "export let a = 1;\n", "import { a } from \"elsewhere\";\n",
    "import { \"a\" as b } from \"./words.js\"",
    "import { a } from \"./words.js\"; let b;\n", "export const { a } = { a: 1 };\n",
  ])
  func `what cannot be packed is sent one by one`(module: String) throws {
    try folder.write(module, to: "views/plain.js")
    try folder.write("import \"./views/plain.js\";\n", to: "app.js")
    var files = try StaticFiles(root: folder.path, packsHold: .zero)
    if module.contains("app.js") {
      try folder.write("import \"../app.js\";\n", to: "views/plain.js")
    }
    #expect(text("app.js", &files) == "import \"./views/plain.js\";\n")
    #expect(text("views/rest.js", &files).hasPrefix("import {\n"))
    #expect(text("shell-files.js", &files).contains("\"/words.js\""))
  }

  @Test func `a sheet that only imports is sent with what it imports, in that order`() throws {
    try sheets("/* First. */\n@import \"b.css\";\n@import \"a.css\";\n")
    var files = try StaticFiles(root: folder.path, packsHold: .zero)
    // What parts nothing goes.
    #expect(text("styles/first.css", &files) == "b {margin:0\n1px;color:red;}a {}")
    #expect(text("styles/a.css", &files) == "a {}")
    let before = text("shell-files.js", &files)
    #expect(before.contains("\"/styles/first.css\",\n]);"))
    try folder.write("a { color: blue; }", to: "styles/a.css")
    #expect(text("styles/first.css", &files).hasSuffix("}a { color: blue; }"))
    #expect(text("shell-files.js", &files) != before)
  }

  @Test(arguments: [
    "@import \"a.css\";\np {}\n", "@import \"missing.css\";\n", "@import \"a.css\" print;\n",
    "@import \"../a.css\";\n", "@import \"more.css\";\n",
  ])
  func `a sheet that does more is sent as it is`(sheet: String) throws {
    try sheets(sheet)
    try folder.write("@import \"a.css\";\n", to: "styles/more.css")
    var files = try StaticFiles(root: folder.path, packsHold: .zero)
    #expect(text("styles/first.css", &files) == sheet)
    #expect(text("shell-files.js", &files).contains("\"/styles/a.css\""))
    #expect(text("app.js", &files).contains("define("))
  }

  private func sheets(_ first: String) throws {
    try folder.write(first, to: "styles/first.css")
    try folder.write("a {}", to: "styles/a.css")
    try folder.write("b {\n\n  margin: 0\n    1px;\n  color: red;\n}\n", to: "styles/b.css")
    let listing = [
      "export const shellVersion = \"0123\";", "export const shellFiles = Object.freeze([",
      "  \"/app.js\",", "  \"/styles/a.css\",", "  \"/styles/b.css\",", "  \"/styles/first.css\",",
      "]);", "",
    ]
    try folder.write(listing.joined(separator: "\n"), to: "shell-files.js")
  }

  @Test func `each module can still be had alone`() throws {
    var files = try StaticFiles(root: folder.path, packsHold: .zero)
    _ = files.file(at: "app.js")
    #expect(text("words.js", &files) == "export default 1;\nexport const a = 2;\n")
  }
}
