import { h, setAttribute } from "../elements/dom.js";
import { icon } from "../elements/icon.js";
import { routeKey } from "../navigation/route.js";
import { createListView } from "./list-view.js";
import { createPending } from "./pending.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Pass} Pass */
/** @typedef {import("../navigation/types.js").Route} Route */
/**
 * One opened route. `show` gives it another route of the same kind, `heading` is what a push
 * focuses, `focus` a row of a list and `focusSearch` its search; `isPending`: it only stands there
 * until the rest of the client is read.
 * @typedef {{
 *   node: HTMLElement, show(route: Route): void, render(pass: Pass): void, heading: HTMLElement,
 *   focus?: (id?: string) => void, focusSearch?: () => void, isPending?: boolean,
 * }} RouteView
 */

/**
 * The view of a route, by its kind.
 * @param {Context} context
 * @param {Route} route
 * @returns {RouteView}
 */
export function createRouteView(context, route) {
  if (route.k === "list") {
    let list = route.list;
    const view = createListView(context, { list: () => list, pushed: true });
    return {
      node: view.node,
      heading: view.heading,
      render: view.render,
      focus: view.focus,
      focusSearch: view.focusSearch,
      show(next) {
        if (next.k === "list") list = next.list;
      },
    };
  }
  const { parts } = context.rest;
  if (!parts) return createPending(context);
  if (route.k === "page" || route.k === "device") return parts.createPageView(context, route);
  if (route.k === "result") return parts.createResultView(context, route);
  return parts.createBookView(context, route);
}

/**
 * Whether a view made for one route can show the other.
 * @param {Route} a
 * @param {Route} b
 */
export function sameKind(a, b) {
  return a.k === b.k && (a.k !== "page" || routeKey(a) === routeKey(b));
}

/**
 * What a wide window shows where nothing is selected.
 * @param {Context} context
 */
export function createPlaceholder({ scene, messages }) {
  const text = h("p", null);
  const node = h(
    "div",
    { class: "placeholder", "data-testid": "detail.placeholder" },
    icon("book", "placeholder-icon"),
    text,
  );
  return {
    node,
    render() {
      const { tab } = scene.state;
      const key = tab === "settings" ? "placeholder.settings" : "placeholder.book";
      const words = messages.t(key);
      if (text.textContent !== words) text.textContent = words;
      setAttribute(node, "data-tab", tab);
    },
  };
}
