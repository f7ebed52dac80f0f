/**
 * Whether an element is one that a selector names: tags, classes, ids and attributes, `:not()`,
 * `:enabled` and `:scope`, with descendants and children.
 * @param {any} element
 * @param {string} selector
 * @param {any} [scope]
 */
export function elementMatches(element, selector, scope) {
  return parsed(selector).some((steps) => fits(element, steps, steps.length - 1, scope));
}

/** @type {Map<string, {combinator: string, tests: ((element: any, scope: any) => boolean)[]}[][]>} */
const known = new Map();

function parsed(selector) {
  let list = known.get(selector);
  if (!list) known.set(selector, (list = split(selector, ",").map((each) => stepsOf(each.trim()))));
  return list;
}

/** Splits where no bracket or quote is open. */
function split(text, separator) {
  const parts = [""];
  let depth = 0;
  for (const letter of text) {
    if ("([".includes(letter)) depth += 1;
    if (")]".includes(letter)) depth -= 1;
    if (letter === separator && depth === 0) parts.push("");
    else parts[parts.length - 1] += letter;
  }
  return parts;
}

function stepsOf(text) {
  const words = split(text.replace(/\s*>\s*/g, " >"), " ").filter(Boolean);
  return words.map((word) => ({
    combinator: word.startsWith(">") ? ">" : " ",
    tests: testsOf(word.replace(/^>/, "")),
  }));
}

const pattern = /\*|[a-z][a-z0-9-]*|\.[\w-]+|#[\w-]+|\[([\w-]+)(?:([$^*]?=)"([^"]*)")?\]|:not\(((?:[^()]|\([^()]*\))*)\)|:[\w-]+/gy;

function testsOf(word) {
  const tests = [];
  pattern.lastIndex = 0;
  while (pattern.lastIndex < word.length) {
    const match = pattern.exec(word);
    if (!match) throw new Error(`no selector: ${word}`);
    tests.push(testOf(match));
  }
  return tests;
}

function testOf([token, name, operator, value, negated]) {
  if (token === "*") return () => true;
  if (negated !== undefined) return (element, scope) => !elementMatches(element, negated, scope);
  if (token === ":scope") return (element, scope) => element === scope;
  if (token === ":enabled") return (element) => !element.disabled;
  if (token === ":focus") return (element) => element.page.focused === element;
  if (token.startsWith(":")) return () => false;
  if (token.startsWith(".")) return ({ className }) => className.split(" ").includes(token.slice(1));
  if (token.startsWith("#")) return ({ id }) => id === token.slice(1);
  if (name === undefined) return ({ localName }) => localName === token;
  return (element) => {
    const is = element.getAttribute(name);
    if (is === null || operator === undefined) return is !== null;
    if (operator === "^=") return is.startsWith(value);
    if (operator === "$=") return is.endsWith(value);
    return operator === "*=" ? is.includes(value) : is === value;
  };
}

function fits(element, steps, at, scope) {
  const { combinator, tests } = steps[at];
  if (!tests.every((test) => test(element, scope))) return false;
  if (at === 0) return true;
  for (let above = element.parentNode; above; above = above.parentNode) {
    if (above.localName && fits(above, steps, at - 1, scope)) return true;
    if (combinator === ">") return false;
  }
  return false;
}
