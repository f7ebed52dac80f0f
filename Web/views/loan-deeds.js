import { inOperations } from "./batch.js";
import { lendingChanges } from "./loans.js";
import { wayOf, whoWords } from "./loan-words.js";
import { clipped, shortTitleOf } from "./sentences.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Entity} Entity */
/** @typedef {import("./context.js").Making} Making */
/** @typedef {import("./loans.js").Loan} Loan */

/** Of the notices about loans: a newer one takes the place of the last. */
const notice = "notice.loan";

/**
 * What a person does about the books that are lent and borrowed. All of it can be undone.
 * @param {Pick<Context, "books"|"deeds"|"library"|"messages"|"newId"|"notify"|"today">} context
 */
export function createLoanDeeds({ books, deeds, library, messages, newId, notify, today }) {
  const { t } = messages;

  /** @param {Loan} loan */
  const who = (loan) => clipped(whoWords(/** @type {Entity} */ ({ fields: loan }), messages));

  /** @param {Entity} loan */
  function titleOf({ fields }) {
    const book = library.get("book", books.idOf(String(fields.book)));
    return book ? shortTitleOf(book) : "";
  }

  return {
    /**
     * @param {Entity[]} list
     * @param {Loan} loan
     */
    async lend(list, loan) {
      const changes = lendingChanges(list, loan, { loansOf: (id) => books.loans(id), newId });
      const { length: count } = changes;
      if (count === 0) {
        notify(t("bulk.none"), { name: notice });
        return true;
      }
      const sentence = list.length === 1
        ? t("notice.loan", { title: shortTitleOf(list[0]), loan: who(loan) })
        : t("bulk.done", { books: t("list.count", { count }), deed: who(loan) });
      return deeds.undoable(inOperations(changes), sentence, notice);
    },

    /**
     * @param {string} id
     * @param {Loan} set what was changed
     * @param {Making} [made] what its author saw
     */
    async change(id, set, made) {
      const change = { e: "loan", id, set: { ...set } };
      if (!library.get("loan", id)?.deleted) return deeds.edit([change], { made });
      // Removed elsewhere while it was changed here: who saves it wants it.
      const isKept = await deeds.edit([{ ...change, restore: true }]);
      if (isKept) notify(t("notice.loanThere"), { name: notice });
      return isKept;
    },

    /**
     * The book is back, today.
     * @param {Entity} loan
     */
    end(loan) {
      const sentence = t(`notice.loanEnd.${wayOf(loan.fields.direction)}`, { title: titleOf(loan) });
      void deeds.undoable([[{ e: "loan", id: loan.id, set: { back: today() } }]], sentence, notice);
    },

    /** @param {Entity} loan */
    remove: (loan) =>
      void deeds.undoable([[{ e: "loan", id: loan.id, delete: true }]], t("notice.loanRemoved"), notice),
  };
}

/** @typedef {ReturnType<typeof createLoanDeeds>} LoanDeeds */
