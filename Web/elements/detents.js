import { h } from "./dom.js";
import { detentFlickPixels, detentMillisecondsMax } from "./limits.js";

/** @typedef {"medium"|"large"} Detent */

/**
 * Lets a sheet that rises from below stand at two heights (NAVIGATION §3.2): its grabber is dragged,
 * or pressed, to change between them; dragged below the lower one, the sheet asks to leave. Where a
 * sheet stands in the middle of a wide window, the style sheet hides the grabber and ignores the
 * heights.
 * @param {HTMLElement} sheet carries `data-detent`, and `data-dragged` with `--drag` while it is held
 * @param {{detent: Detent, label: string, name: string, leave: () => void}} options
 */
export function createGrabber(sheet, { detent, label, name, leave }) {
  sheet.dataset.detent = detent;
  const node = h("button", {
    type: "button",
    class: "grabber",
    "aria-label": label,
    "data-testid": `${name}.grabber`,
  });
  /** @type {{y: number, at: number}|null} */
  let held = null;
  let moved = 0;

  /** @param {Detent} next */
  const stand = (next) => void (sheet.dataset.detent = next);

  function letGo() {
    held = null;
    delete sheet.dataset.dragged;
    sheet.style.removeProperty("--drag");
  }

  node.addEventListener("pointerdown", ({ pointerId, clientY, timeStamp }) => {
    node.setPointerCapture(pointerId);
    held = { y: clientY, at: timeStamp };
    moved = 0;
    sheet.dataset.dragged = "";
  });
  node.addEventListener("pointermove", ({ clientY }) => {
    if (!held) return;
    moved = clientY - held.y;
    sheet.style.setProperty("--drag", `${Math.max(0, Math.round(moved))}px`);
  });
  node.addEventListener("pointercancel", letGo);
  node.addEventListener("pointerup", ({ timeStamp }) => {
    if (!held) return;
    const isFlick = timeStamp - held.at < detentMillisecondsMax;
    const far = sheet.clientHeight / 3;
    letGo();
    if (moved < -detentFlickPixels) return stand("large");
    if (moved > far * 2 || (moved > far && sheet.dataset.detent === "medium")) return leave();
    if (moved > (isFlick ? detentFlickPixels : far)) {
      if (sheet.dataset.detent === "medium") leave();
      else stand("medium");
    }
  });
  node.addEventListener("click", () => {
    // The click that ends a drag is no press.
    if (Math.abs(moved) > detentFlickPixels) return void (moved = 0);
    stand(sheet.dataset.detent === "large" ? "medium" : "large");
  });
  return node;
}
