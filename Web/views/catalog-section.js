import { h, plainButton, setAttribute, setText, show } from "../elements/dom.js";
import { createRetryOrPair } from "./retry-or-pair.js";

/**
 * A section of the search's results: a title, how many there are, and the rows.
 * @param {import("../messages/messages.js").Messages} messages
 * @param {string} name
 */
export function createSection({ t }, name) {
  const count = h("span", { class: "search-count" });
  const box = h("div", { class: "search-rows", role: "listbox", "aria-label": t(name) });
  // A number that changes is read out with what it is of.
  const title = h("div", { class: "search-title", role: "status" }, h("h3", null, t(name)), count);
  return { node: h("section", { class: "search-section" }, title, box), box, count };
}

/**
 * A button below a section's rows.
 * @param {string} name
 * @param {string} words
 * @param {() => void} act
 */
export function sectionButton(name, words, act) {
  return plainButton("button", name, act, words);
}

/**
 * What one catalogue has of a search: its rows, and what to say while it looks, where it cannot be asked,
 * and where it has nothing.
 * @param {import("./context.js").Context} context
 * @param {ReturnType<typeof import("./catalog-search.js").createCatalogSearch>} found
 * @param {{name: string, prefix: string, boneCount: number}} how `name` of the section, `prefix` of its
 *   buttons' test ids; so many rows are drawn as bones before there is one
 */
export function createCatalogSection(context, found, { name, prefix, boneCount }) {
  const { messages, messages: { t } } = context;
  const { node, box, count } = createSection(messages, name);
  const bones = h(
    "div",
    { class: "search-bones", "aria-hidden": "true" },
    Array.from({ length: boneCount }, () =>
      h("div", null, [1, 2, 3].map(() => h("span", { class: "bone" })))),
  );
  const note = h("p", { class: "search-note", role: "status" });
  const again = createRetryOrPair(context, { name: `${prefix}.retry`, act: () => void found.retry() });
  const more = sectionButton(`${prefix}.more`, t("search.more"), () => found.more());
  node.append(note, bones, ...again.nodes, more);

  return {
    node,
    box,
    /**
     * Says how it stands.
     * @param {{busy: string, failed: string, none: string}} words
     */
    say({ busy, failed, none }) {
      const { state, total, isMore } = found;
      const isBare = state === "busy" && found.items.length === 0;
      setText(count, state === "done" ? t("search.found", { count: total }) : "");
      const said = {
        idle: "", busy: isBare ? busy : "", failed, done: total === 0 ? none : "",
      }[state];
      setText(note, said);
      show(note, said !== "");
      show(bones, isBare && boneCount > 0);
      again.render(state === "failed");
      show(more, state === "done" && isMore);
      setAttribute(box, "aria-busy", state === "busy");
    },
  };
}
