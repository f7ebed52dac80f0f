import { glow, h, plainButton, setChildren, show } from "../elements/dom.js";
import { icon } from "../elements/icon.js";
import { keepRowFocus } from "../elements/row-focus.js";
import { createLoanDeeds } from "./loan-deeds.js";
import { isOut } from "./loan-standing.js";
import { briefWords, wayOf, whoWords } from "./loan-words.js";
import { loanWords } from "./loans.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Entity} Entity */

/**
 * Who has a book, or whose it is: its loans, those that go on first, and the ways to note another. What
 * goes on stands in a `line` of its own as well, with the way to end it.
 * @param {Context} context
 * @param {() => Entity|undefined} current
 * @param {HTMLElement} heading of the book, which has the focus once the line is gone
 */
export function createBookLoans(context, current, heading) {
  const { books, messages, panels, today } = context;
  const { t } = messages;
  const deeds = createLoanDeeds(context);
  const list = h("ul", { class: "loans" });
  const line = h("div", { class: "book-loan", "data-testid": "detail.loan" });
  const lend = adder("lent", "loan.lend");
  const borrow = adder("borrowed", "loan.borrow");
  /** @type {Map<string, {mark: string, node: HTMLElement}>} */
  const rows = new Map();
  let shownLine = "";

  /**
   * @param {"lent"|"borrowed"} way
   * @param {string} key
   */
  function adder(way, key) {
    return plainButton(
      "button small", `detail.loans.${way}`,
      () => {
        const book = current();
        if (book) panels.open("loan", `${way} ${book.id}`);
      },
      icon("loan"), t(key),
    );
  }

  /** @param {Entity} loan */
  function ending(loan) {
    const words = t(`loan.end.${wayOf(loan.fields.direction)}`);
    const label = `${words}: ${whoWords(loan, messages)}`;
    return h(
      "button",
      { type: "button", class: "button small", "aria-label": label, onclick: () => deeds.end(loan) },
      icon("check"),
      words,
    );
  }

  /**
   * @param {string} name
   * @param {string} symbol
   * @param {string} words of the loan
   * @param {() => void} act
   */
  const button = (name, symbol, words, act) => h(
    "button",
    {
      type: "button", class: "icon-button small", "aria-label": t(`loan.${name}`, { loan: words }), onclick: act,
    },
    icon(symbol),
  );

  /**
   * @param {Entity} loan
   * @param {ReadonlySet<string>} changed by somebody else
   */
  function row(loan, changed) {
    const words = loanWords(loan, messages, today());
    const mark = `${words} ${isOut(loan)}`;
    const known = rows.get(loan.id);
    if (known?.mark === mark) return known.node;
    const node = h(
      "li",
      { class: "loan", "data-testid": `loan.${loan.id}`, "data-out": isOut(loan) },
      h("span", { class: "loan-words", dir: "auto" }, words),
      h(
        "span",
        { class: "loan-acts" },
        isOut(loan) && ending(loan),
        button("change", "edit", words, () => panels.open("loan", `change ${loan.id}`)),
        button("remove", "close", words, () => deeds.remove(loan)),
      ),
    );
    rows.set(loan.id, { mark, node });
    if (changed.has(`loan/${loan.id}`)) glow(node);
    return node;
  }

  /** @param {Entity} loan */
  const linePart = (loan) => h(
    "p", null, icon("loan"), h("span", { dir: "auto" }, briefWords(loan, messages, today())), ending(loan),
  );

  return {
    node: h(
      "section",
      { class: "book-loans", "data-testid": "detail.loans" },
      h("h2", null, t("sidebar.loans")),
      list,
      h("div", { class: "inline-actions" }, lend, borrow),
    ),
    line,
    /**
     * @param {Entity} book
     * @param {ReadonlySet<string>} changed
     */
    render(book, changed) {
      const loans = books.loans(book.id);
      const ids = new Set(loans.map(({ id }) => id));
      for (const id of rows.keys()) if (!ids.has(id)) rows.delete(id);
      keepRowFocus(list, () => setChildren(list, loans.map((loan) => row(loan, changed))), lend);
      show(list, loans.length > 0);
      const out = loans.filter(isOut);
      const written = JSON.stringify(out.map((loan) => [loan.id, briefWords(loan, messages, today())]));
      if (written === shownLine) return;
      shownLine = written;
      keepRowFocus(line, () => setChildren(line, out.map(linePart)), heading);
      show(line, out.length > 0);
    },
  };
}
