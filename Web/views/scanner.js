import { openCamera } from "../barcode/camera.js";
import { createReader } from "../barcode/reader.js";
import { h, plainButton, setText, show } from "../elements/dom.js";
import { icon } from "../elements/icon.js";
import { isbn13 } from "../library/isbn.js";

/** @typedef {import("./context.js").Context} Context */

/**
 * Reads the barcodes on the backs of books, one after the other: by the camera, or, where that is not
 * to be had, from photographs of them.
 * @param {Pick<Context, "messages">} context
 * @param {{found: (isbn: string) => boolean, changed: () => void}} told `found` says whether the
 *   number is news; `changed`: that the camera went on or off
 */
export function createScanner({ messages: { t } }, { found, changed }) {
  const read = createReader();
  const video = h("video", {
    class: "scanner-picture", playsinline: true, hidden: true, "aria-label": t("scan.picture"),
    "data-testid": "scan.picture",
  });
  video.muted = true;
  const label = h("span", null);
  const toggle = plainButton("button", "scan.toggle", () => (stop ? stop() : start()), icon("barcode"), label);
  const input = h("input", {
    type: "file", class: "file-input", id: "scan-photo", accept: "image/*", capture: "environment",
    "data-testid": "scan.photo", onchange: () => void readPhotos(),
  });
  const photo = h(
    "span", { hidden: true }, input, h("label", { class: "button", for: "scan-photo" }, t("scan.photo")),
  );
  const state = h("p", { class: "panel-text", role: "status", "data-testid": "scan.state" });
  /** @type {(() => void)|null} */
  let stop = null;
  /** The number last seen: it stays before the camera for a while. */
  let last = "";

  /** @param {string} words */
  function say(words) {
    setText(state, words);
    show(state, words !== "");
  }

  function start() {
    last = "";
    say(t("scan.aim"));
    stop = openCamera(video, {
      look: async () => {
        const number = await read(video);
        if (number !== null && number !== last && stop) take(number);
      },
      ended: (problem) => {
        stop = null;
        // A photograph of the barcode does as well.
        if (problem) show(photo, true);
        say(problem ? t(`scan.problem.${problem}`) : "");
        render();
      },
    });
    render();
  }

  /** @param {string} number */
  function take(number) {
    last = number;
    const isbn = isbn13(number);
    if (isbn === null) return say(t("scan.other", { number }));
    const isNews = found(isbn);
    if (isNews) navigator.vibrate?.(40);
    say(t(isNews ? "scan.read" : "scan.again", { isbn }));
  }

  async function readPhotos() {
    const [file] = input.files ?? [];
    input.value = "";
    if (!file) return;
    // What is no picture has no barcode either.
    const picture = await createImageBitmap(file).catch(() => null);
    const number = picture && (await read(picture));
    picture?.close();
    if (number === null) say(t("scan.unread"));
    else take(number);
  }

  function render() {
    const isOn = stop !== null;
    show(video, isOn);
    setText(label, t(isOn ? "scan.stop" : "scan.start"));
    changed();
  }

  setText(label, t("scan.start"));
  say("");
  return {
    node: h("div", { class: "scanner" }, video, h("div", { class: "form-actions" }, photo, toggle), state),
    start,
    stop: () => stop?.(),
    /** Whether the camera looks, or is about to. */
    get isOn() {
      return stop !== null;
    },
    focus: () => toggle.focus(),
  };
}
