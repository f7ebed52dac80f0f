import { createDialog } from "../elements/dialog.js";
import { setAttribute } from "../elements/dom.js";

/** @typedef {{close(): boolean, render(): void}} Popover `close` says whether it was open */

/**
 * Something about several books that opens over their list. The browser's Back closes it and moves
 * nothing.
 * @param {import("./context.js").Context} context
 * @param {{name: string, label: () => string, style: "popover"|"alert", opener?: Element}} how what it
 *   is called may change with what it is about
 * @param {(close: () => void) => {node: HTMLElement, render?: () => void}} make its content
 * @returns {Popover}
 */
export function openOver({ scene, messages: { t } }, { name, label, style, opener }, make) {
  let left = () => {};
  const { node, render = () => {} } = make(close);
  const detent = style === "popover" ? "medium" : undefined;
  const resize = t("sheet.resize");
  const dialog = createDialog({ style, name, label: label(), leave: close, detent, resize }, node);
  let isOpen = true;

  function close() {
    if (!isOpen) return false;
    isOpen = false;
    dialog.close();
    left();
    return true;
  }

  render();
  dialog.open(opener);
  left = scene.overlay(close);
  return {
    close,
    render() {
      if (!isOpen) return;
      render();
      setAttribute(dialog.node, "aria-label", label());
    },
  };
}
