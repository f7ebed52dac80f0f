import Server
import Testing

struct ScriptTextTests {
  private func sent(_ source: String) -> String {
    String(decoding: ScriptText.withoutComments(Array(source.utf8)), as: UTF8.self)
  }

  @Test func `a comment becomes its line ends, so that every line keeps its number`() {
    #expect(sent("/**\n * What it is.\n */\nlet a = 1;\n") == "\n\n\nlet a = 1;\n")
    #expect(sent("let a = 1; // one\nlet b;\n") == "let a = 1; \nlet b;\n")
    #expect(sent("// alone") == "")
  }

  @Test func `the indentation of a line goes, but not that of a text`() {
    #expect(sent("if (a) {\n  /* b */\n    c();\n}") == "if (a) {\n \nc();\n}")
    #expect(sent("a = `\n  b ${\n    c}\n  d`;\n  e()") == "a = `\n  b ${\nc}\n  d`;\ne()")
    #expect(sent("a = 'b\\\n  c';\n  d()") == "a = 'b\\\n  c';\nd()")
  }

  @Test func `a comment within a line becomes a space, so that words stay apart`() {
    #expect(sent("return/* it */a") == "return a")
    #expect(sent("f(/** @type {any} */ (x))") == "f(  (x))")
  }

  @Test(arguments: [
    #"let a = "/* no comment */ // none";"#, "let a = '// \\' none';",
    "let a = `/* none */ // ${b + `${c}`} /* none */`;", "let a = `${{ a: \"}\" }} // none`;",
    #"let a = /[/*]"'`\//g.test(b);"#, "return /\\/\\/ none/;", "a = b / c / d;",
    "x = (a) / b / c;",
    "x = a[0] / b; y = 'z';", "let a = x => /\"/.test(x);",
    "const quote = `\\``;", "if (/['\"]/.test(a)) b = `${a}`;", "typeof /'/ === b",
  ])
  func `what only looks like a comment stays`(source: String) {
    #expect(sent(source) == source)
  }

  @Test func `a comment behind each of them goes`() {
    #expect(sent("a = /\"/; // x") == "a = /\"/; ")
    #expect(sent("a = `${b /* x */}`; // y") == "a = `${b  }`; ")
    #expect(sent("a = b / c; // x / y") == "a = b / c; ")
    #expect(sent("a = '\\\\'; // x") == "a = '\\\\'; ")
    #expect(sent("a = (i) / 2; // x") == "a = (i) / 2; ")
    #expect(sent("return/* it *// x/;") == "return / x/;")
  }

  @Test(arguments: [
    "a = \"open // x", "a = `open // x", "/* open", "a = `${b // x", "a = /open // x",
  ])
  func `a text that ends inside of something is sent as it is`(source: String) {
    #expect(sent(source) == source)
  }

  @Test(arguments: [
    ("const { a, b } = c => (d);", "let{a,b}=c=>(d);"),
    ("let a = b in c;", "let a=b in c;"), ("x = \"a\" in b;", "x=\"a\"in b;"),
    ("a = b + +c - -d;", "a=b+ +c- -d;"), ("a = b / /c d/.test(e);", "a=b/ /c d/.test(e);"),
    ("a = 1 .toString();", "a=1 .toString();"), ("a = b ? .5 : c;", "a=b? .5:c;"),
    ("a = b && !c;", "a=b&&!c;"), ("a = ' b  c ';", "a=' b  c ';"),
    ("a = !b === !c; x => !y;", "a=!b===!c;x=>!y;"), ("a < !--b;", "a< !--b;"),
    ("a = `b  ${ c  +  d }  e`;", "a=`b  ${c+d}  e`;"), ("return /a b/;", "return/a b/;"),
    ("a = /b/ in c / d;", "a= /b/ in c/d;"),
    ("a;\n\n  b ;", "a;b;"), ("a\n\n  b ;", "a\nb;"), ("a /*\n\n*/ b\n/**\n *\n */\nc", "a\nb\nc"),
    ("a = `b\n\n${c\n\n}\n\n`;\n\nd", "a=`b\n\n${c\n}\n\n`;d"),
    ("a({\n  b: [\n    1,\n  ],\n})\nc", "a({b:[1]})\nc"),
    ("a(\n  b\n)\n{\n  return\n  c;\n}", "a(b)\n{return\nc}"),
    ("a =\n  b\n    ? c\n    : d &&\n      e;", "a=b?c:d&&e;"),
    ("a\n  .b()\n  ?.c;", "a.b()?.c;"), ("1\n.a;", "1\n.a;"), ("if (a) {\n  b\n}", "if(a){b}"),
    ("a\n++b\n-c", "a\n++b\n-c"), ("a = `\n`\n  .b;", "a=`\n`.b;"),
    ("a = `;\n`\n(b)", "a=`;\n`\n(b)"), ("a /* b */ c", "a c"),
    ("async  x => y", "async x=>y"), ("if (a) {\n  b;\n}\nc", "if(a){b}c"),
    ("[a, , ]; [,]; f(a, [b,],); for (;;) { a; }", "[a,,];[,];f(a,[b]);for(;;){a}"),
    ("a = ';'\n}", "a=';'}"), ("a = `;${\";\"};`\n}", "a=`;${\";\"};`}"),
    ("a = `${b}\n`;\n{ c }\n`d`", "a=`${b}\n`;{c}`d`"),
    ("for (const a of b)", "for(let a of b)"),
    ("a.const = \"const a\"; // const a", "a.const=\"const a\";"), ("aconst b", "aconst b"),
    ("const a = 1;\nlet b = [2, ';'];\nconst { c } = d;\ne();", "let a=1,b=[2,';'],{c}=d;e();"),
    ("const a = () => {\n  let b;\n  let c;\n  c;\n};\nconst d = 1;", "let a=()=>{let b,c;c},d=1;"),
    ("for (let a = 1; b; c) d;\nlet e;", "for(let a=1;b;c)d;let e;"),
    ("export const a = 1;\nconst b = 2;\nconst c = 3;", "export let a=1;let b=2,c=3;"),
    (
      "const a = 1;\nb;\nconst c = `${() => { let d; let e; }}`;",
      "let a=1;b;let c=`${()=>{let d,e}}`;"
    ),
    ("if (a) { const b = 1; }\nconst c = 2;", "if(a){let b=1}let c=2;"),
    ("`const a ${(() => { const b = 1; })()}`", "`const a ${(()=>{let b=1})()}`"),
  ])
  func `what is tight has no space or line that parts nothing`(source: String, expected: String) {
    #expect(String(decoding: ScriptText.tight(Array(source.utf8)), as: UTF8.self) == expected)
  }
}
