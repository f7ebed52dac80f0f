import { coverKey, coverParts } from "../covers/cover.js";
import { h, setChildren, setText, show } from "../elements/dom.js";
import { icon } from "../elements/icon.js";
import { keepRowFocus } from "../elements/row-focus.js";
import { followsLink } from "./link.js";
import { createLoanDeeds } from "./loan-deeds.js";
import { isOut } from "./loan-standing.js";
import { wayOf } from "./loan-words.js";
import { holders, loanGroups, loanWords } from "./loans.js";
import { titleOf } from "./sentences.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Entity} Entity */
/** @typedef {import("./loans.js").Group} Group */

const groups = /** @type {const} */ (["overdue", "lent", "borrowed", "back"]);

/**
 * Who has which books, and whose must go back: what is overdue first, what is back again folded. Each
 * leads to its book.
 * @param {Context} context
 */
export function createLoansView(context) {
  const { library, books, messages, panels, commands, today } = context;
  const { t } = messages;
  const deeds = createLoanDeeds(context);
  const lead = h("p", { class: "panel-text", "data-testid": "loans.lead" });
  const empty = h("p", { class: "panel-empty" }, icon("loan"), t("loans.none"));
  const parts = groups.map((group) => createPart(group));
  /** @type {Map<string, {mark: string, node: HTMLElement}>} */
  const rows = new Map();

  /** @param {Group} group */
  function createPart(group) {
    const list = h("ul", { class: "loan-list" });
    const heading = h("h3");
    const isFolded = group === "back";
    const node = h(isFolded ? "details" : "section", { class: "loans-part", "data-testid": `loans.${group}` },
      isFolded ? h("summary", null, heading) : heading, list);
    return { group, heading, list, node };
  }

  /** @param {Entity} loan */
  function row(loan) {
    const book = /** @type {Entity} */ (bookOf(loan));
    const title = titleOf(book);
    const words = loanWords(loan, messages, today());
    const mark = JSON.stringify([coverKey(book), title, words, isOut(loan)]);
    const known = rows.get(loan.id);
    if (known?.mark === mark) return known.node;
    const link = h("a", { class: "row-title", dir: "auto", href: `/library/all/book/${book.id}` }, title);
    followsLink(link, () => {
      panels.close();
      commands.visit(book.id);
    });
    const end = t(`loan.end.${wayOf(loan.fields.direction)}`);
    const node = h(
      "li",
      { class: "loan-item", "data-testid": `loans.${loan.id}` },
      h("span", { class: "cover row-cover" }, coverParts(book)),
      h("span", { class: "row-text" }, link, h("span", { class: "loan-words", dir: "auto" }, words)),
      isOut(loan) && h(
        "button",
        { type: "button", class: "button small", "aria-label": `${end}: ${title}`, onclick: () => deeds.end(loan) },
        end,
      ),
    );
    rows.set(loan.id, { mark, node });
    return node;
  }

  /** @param {Entity} loan */
  const bookOf = ({ fields }) => books.index.get(books.idOf(String(fields.book)));

  return {
    title: t("sidebar.loans"),
    node: h("div", { class: "panel-body" }, lead, parts.map(({ node }) => node), empty),
    render() {
      const loans = library.list("loan").filter(bookOf);
      const grouped = loanGroups(loans, today());
      const had = holders(loans).map(([person, count]) => t("loans.has", { person, count }));
      setText(lead, messages.list(had));
      show(lead, had.length > 0);
      for (const { group, heading, list, node } of parts) {
        const { [group]: own } = grouped;
        setText(heading, t(`loans.${group}`, { count: own.length }));
        keepRowFocus(list, () => setChildren(list, own.map(row)));
        show(node, own.length > 0);
      }
      show(empty, loans.length === 0);
    },
  };
}
