import { h, plainButton, setText, show } from "../elements/dom.js";
import { icon } from "../elements/icon.js";
import { isLeaf } from "../navigation/presentation.js";
import * as actions from "./actions.js";
import { offerToShow } from "./offer-to-show.js";

/** @typedef {import("./context.js").Context} Context */

/**
 * The button that adds an opened result. Whoever still looks at the result goes to the book; for
 * whoever has gone elsewhere nothing moves (NAVIGATION §3.3, `added`).
 * @param {Context} context
 * @param {{result: () => string, isShown: () => boolean}} parts
 */
export function createResultAdding(context, { result, isShown }) {
  const { scene, catalog, messages, deeds, attempts, notify } = context;
  const { t } = messages;
  /**
   * What is being added.
   * @type {Set<string>}
   */
  const pending = new Set();
  const label = h("span", null, t("result.add"));
  const node = plainButton("button primary", "detail.add", () => void add(result()), icon("add"), label);
  let isOffered = true;

  /** @param {string} id */
  async function add(id) {
    if (pending.has(id)) return;
    pending.add(id);
    render(isOffered);
    const book = await take(id);
    pending.delete(id);
    render(isOffered);
    if (book === null) return;
    // Its page stood here before it was kept: what is asked there by now, as whether to delete it, is answered first.
    if (scene.state.present.some(isLeaf)) offerToShow(context, "notice.added", book);
    else scene.dispatch(actions.added(id, book));
  }

  /**
   * The id of the book that the result became; null where it became none, of which the person
   * knows by then.
   * @param {string} id
   */
  async function take(id) {
    try {
      return await deeds.addItem(await catalog.item(id));
    } catch {
      const again = () => void add(id);
      if (isShown() && result() === id) attempts.failed("catalog", again);
      else notify(t("result.notAdded"), { action: t("retry"), act: again, name: "notice.notAdded" });
      return null;
    }
  }

  /** @param {boolean} offered */
  function render(offered) {
    isOffered = offered;
    const isPending = pending.has(result());
    show(node, offered);
    node.disabled = isPending;
    setText(label, t(isPending ? "result.adding" : "result.add"));
  }

  return {
    node,
    render,
    get isPending() {
      return pending.has(result());
    },
  };
}
