import { blobName, isBlobName } from "../covers/blob-name.js";
import { pictureFrom, PictureFileError } from "../covers/picture-file.js";
import { h } from "../elements/dom.js";
import { icon } from "../elements/icon.js";
import { openMenu } from "../elements/menu.js";
import { isTyping } from "./keyboard.js";
import { openPictures } from "./open-pictures.js";
import { sentenceOf, shortTitleOf } from "./sentences.js";
import { hasFiles } from "./stray-files.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Entity} Entity */

/**
 * The ways in which a book gets a cover of the reader's own: a picture chosen or taken, or one that is
 * dropped or pasted on its page.
 * @param {Context} context
 * @param {() => Entity|undefined} current
 */
export function createCoverChange(context, current) {
  const { deeds, notify, messages } = context;
  const { t } = messages;
  const pictures = openPictures(context);
  const chooser = source("cover.file", {});
  // To a phone this says that its camera is meant; where there is no such thing nothing knows the word.
  const camera = "capture" in chooser ? source("cover.camera", { capture: "environment" }) : null;
  const button = h(
    "button",
    {
      type: "button", class: "cover-change", "aria-label": t("cover.change"), title: t("cover.change"),
      "data-testid": "detail.changeCover", onclick: choose,
    },
    icon("picture"),
  );

  /**
   * @param {string} name
   * @param {object} attributes
   */
  function source(name, attributes) {
    const input = h("input", {
      type: "file", accept: "image/*", hidden: true, "data-testid": name, ...attributes,
      onchange() {
        void take(input.files?.[0]);
        input.value = "";
      },
    });
    return input;
  }

  function choose() {
    const isGiven = isBlobName(current()?.fields.cover);
    const choices = [
      { name: "choose", symbol: "picture", label: t("cover.choose"), act: () => chooser.click() },
      camera && {
        name: "photograph", symbol: "camera", label: t("cover.photograph"), act: () => camera.click(),
      },
      isGiven && { name: "remove", symbol: "trash", label: t("cover.remove"), act: remove },
    ].flatMap((choice) => choice || []);
    // A question with one answer is none.
    if (choices.length === 1) choices[0].act();
    else openMenu(button, { label: t("cover.change"), name: "cover", choices });
  }

  /**
   * @param {Entity} book
   * @param {string|null} cover
   */
  const set = (book, cover) => deeds.undoable(
    [[{ e: book.kind, id: book.id, set: { cover } }]],
    t(cover === null ? "notice.coverRemoved" : "notice.cover", { title: shortTitleOf(book) }),
    "notice.cover",
  );

  function remove() {
    const book = current();
    if (book) void set(book, null);
  }

  /** @param {File|null|undefined} file */
  async function take(file) {
    // Whoever goes on to another book meanwhile has given this one its cover.
    const book = current();
    if (!book || !file) return;
    try {
      const content = await pictureFrom(file);
      const id = await blobName(content.bytes, crypto);
      if (id === book.fields.cover) return;
      await pictures.keep(id, content);
      await set(book, id);
    } catch (error) {
      notify(
        error instanceof PictureFileError
          ? t(`cover.${error.code}`) : t("cover.notKept", { reason: sentenceOf(error, messages) }),
        { name: "notice.cover" },
      );
    }
  }

  return {
    node: h("div", { class: "cover-changing" }, button, chooser, camera),

    /**
     * Takes what is dropped or pasted anywhere on a book's page, which shows that it would.
     * @param {HTMLElement} page
     */
    listen(page) {
      for (const name of ["dragenter", "dragover"]) {
        page.addEventListener(name, (event) => {
          if (!hasFiles(/** @type {DragEvent} */ (event).dataTransfer)) return;
          event.preventDefault();
          page.classList.add("over");
        });
      }
      page.addEventListener("dragleave", ({ relatedTarget }) => {
        if (!page.contains(/** @type {Node|null} */ (relatedTarget))) page.classList.remove("over");
      });
      page.addEventListener("drop", (event) => {
        if (!hasFiles(event.dataTransfer)) return;
        event.preventDefault();
        page.classList.remove("over");
        void take(event.dataTransfer?.files[0]);
      });
      page.addEventListener("paste", (event) => {
        if (isTyping(event.target) || !hasFiles(event.clipboardData)) return;
        event.preventDefault();
        void take(event.clipboardData?.files[0]);
      });
    },
  };
}
