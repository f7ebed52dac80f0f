import { coverKey, coverParts } from "../covers/cover.js";
import { createChoice } from "../elements/choice.js";
import { glow, h, plainButton, setAttribute, setChildren, setText, show } from "../elements/dom.js";
import { icon } from "../elements/icon.js";
import { createRating } from "../elements/rating.js";
import { statuses } from "../navigation/list-ref.js";
import * as actions from "./actions.js";
import {
  languageOf, peopleByRole, publishedWords, ratingWords, roleWords, tellsRole,
} from "./book-words.js";
import { createCoverChange } from "./cover-change.js";
import { listHref } from "./places.js";
import { filterLink } from "./filter-link.js";
import { followsLink } from "./link.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Entity} Entity */

let headings = 0;

/**
 * The upper part of a book: its cover, who made it, and the two things most often told about it,
 * status and rating.
 * @param {Context} context
 * @param {() => Entity|undefined} current
 */
export function createHero(context, current) {
  const { scene, messages, deeds } = context;
  const { t } = messages;
  headings += 1;
  const heading = h(
    "h1",
    { class: "book-title", tabindex: -1, dir: "auto", id: `book-title-${headings}` },
  );
  const subtitle = h("p", { class: "book-subtitle", dir: "auto" });
  const series = h("p", { class: "book-series", dir: "auto" });
  const people = h("p", { class: "book-people" });
  const published = h("p", { class: "book-published" });
  const cover = h("button", {
    type: "button",
    class: "cover book-cover",
    "aria-haspopup": "dialog",
    "data-testid": "detail.cover",
    onclick: () => act(({ id }) => void scene.dispatch(actions.showCover(id))),
  });
  const change = createCoverChange(context, current);
  const status = createChoice({
    label: t("fieldName.status"),
    name: "detail.status",
    options: statuses.map((value) => ({ value, label: t(`status.${value}`) })),
    clears: true,
    change: (value) => act((book) => deeds.status(book, value)),
  });
  const rating = createRating({
    label: t("fieldName.rating"),
    describe: (value) => ratingWords(value, messages),
    change: (value) => act((book) => deeds.rate(book, value)),
  });
  const ratingNote = h("span", { class: "rating-words" });
  const clear = h(
    "button",
    {
      type: "button",
      class: "text-button",
      "data-testid": "rating.clear",
      onclick() {
        // It goes with the rating that it clears.
        rating.node.focus();
        act((book) => deeds.rate(book, null));
      },
    },
    t("rating.clear"),
  );
  const favourite = plainButton(
    "favourite", "detail.favourite",
    () => act((book) => deeds.set(book, { favourite: !book.fields.favourite })), icon("heart"),
    h("span", null, t("fieldName.favourite")),
  );

  /** @param {(book: Entity) => void} deed */
  function act(deed) {
    const book = current();
    if (book) deed(book);
  }

  /**
   * People's names, each as a link to everything by them, with what they did where that tells something.
   * @param {{role: string, names: string[]}} group
   * @param {unknown} _
   * @param {readonly unknown[]} groups
   */
  function personGroup({ role, names }, _, groups) {
    const words = tellsRole(role, groups) ? ` (${roleWords(role, messages, names.length)})` : "";
    return h("span", { class: "person-group" }, names.map(person), words);
  }

  /** @param {string} name */
  function person(name) {
    const list = /** @type {const} */ ({ k: "author", v: name });
    const link = h("a", { href: listHref(list), class: "person", dir: "auto" }, name);
    followsLink(link, () => scene.dispatch(actions.push({ k: "list", list })));
    return h("span", { class: "person-item" }, link);
  }

  /**
   * A series, with the book's place in it, as a link to all of its books in their order.
   * @param {{name: string, index?: string, number?: number}} series
   */
  function seriesLink({ name, index, number }) {
    const place = index ?? number ?? "";
    const words = place === "" ? name : `${name} #${place}`;
    const link = filterLink(context, current, "series", name, words);
    link.className = "series";
    return link;
  }

  const progressPlace = h("div", { class: "progress-place" });
  const node = h(
    "header",
    { class: "book-hero" },
    h("div", { class: "book-cover-place" }, cover, change.node),
    h(
      "div",
      { class: "book-head" },
      heading,
      subtitle,
      series,
      people,
      published,
      h("div", { class: "book-status" }, status.node),
      progressPlace,
      h("div", { class: "book-rating" }, rating.node, ratingNote, clear),
      favourite,
    ),
  );
  let shownPeople = "";
  let shownSeries = "";

  return {
    node,
    heading,
    /** Takes a cover from what is dropped or pasted on a page. */
    listen: change.listen,
    /** Where it stands how far a book has come that is being read. */
    progressPlace,
    /**
     * @param {Entity} book
     * @param {boolean} glows
     * @param {boolean} same the book is the one shown before
     */
    render(book, glows, same) {
      const { fields } = book;
      const put = (/** @type {HTMLElement} */ part, /** @type {string} */ text) => {
        if (setText(part, text) && glows) glow(part);
        show(part, text !== "");
      };
      for (const part of [heading, subtitle]) setAttribute(part, "lang", languageOf(book));
      put(heading, fields.title ?? "");
      put(subtitle, fields.subtitle ?? "");
      const told = Array.isArray(fields.series) ? fields.series : [];
      const toldBefore = shownSeries;
      shownSeries = JSON.stringify(told);
      if (shownSeries !== toldBefore) {
        setChildren(series, told.flatMap((each, at) => [at > 0 && " · ", seriesLink(each)]));
        show(series, told.length > 0);
        if (glows) glow(series);
      }
      put(published, publishedWords(book, messages));
      const key = coverKey(book);
      if (cover.dataset.cover !== key) {
        cover.dataset.cover = key;
        cover.replaceChildren(...coverParts(book));
      }
      setAttribute(cover, "aria-label", t("book.coverOf", { title: fields.title ?? "" }));
      const groups = peopleByRole(fields.contributors);
      const written = JSON.stringify(groups);
      if (written !== shownPeople) {
        shownPeople = written;
        setChildren(people, groups.map(personGroup));
        if (glows) glow(people);
      }
      if (status.value !== (fields.status ?? null)) {
        status.show(fields.status);
        if (glows) glow(status.node);
      }
      const words = ratingWords(fields.rating, messages);
      rating.show(fields.rating);
      if (setText(ratingNote, words) && same && glows) glow(ratingNote);
      show(clear, Boolean(fields.rating));
      setAttribute(favourite, "aria-pressed", Boolean(fields.favourite));
    },
  };
}
