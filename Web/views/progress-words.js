import { typedTime, wholePercent } from "./progress-of.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("../library/reading-progress.js").ReadingPlace} ReadingPlace */

/**
 * "40 %".
 * @param {number} fraction
 * @param {Context["messages"]} messages
 */
export function percentWords(fraction, messages) {
  return messages.percent(wholePercent(fraction) / 100);
}

/**
 * "Page 120 of 300 (40 %)".
 * @param {ReadingPlace} place
 * @param {Context["messages"]} messages
 */
export function placeWords({ unit, value, total, share }, messages) {
  const { t, number } = messages;
  const percent = percentWords(share ?? 0, messages);
  const name = unit === "seconds" ? typedTime : number;
  if (unit === null || unit === "percent" || value === null) return percent;
  if (share === null) return t(`progress.only.${unit}`, { value: name(value) });
  if (total === null) return percent;
  return t(`progress.at.${unit}`, { value: name(value), total: name(total), percent });
}

/**
 * A place in a word: "40 %", or its page where nobody knows how long the book is.
 * @param {ReadingPlace} place
 * @param {Context["messages"]} messages
 */
export function shortPlace(place, messages) {
  return place.share === null ? placeWords(place, messages) : percentWords(place.share, messages);
}

/**
 * Where a person is, in a sentence: one place, or the latest and the furthest where devices
 * disagree.
 * @param {import("./progress-of.js").Progress} progress
 * @param {Pick<Context, "library"|"messages">} context
 */
export function progressWords({ latest, furthest, differ }, { library, messages }) {
  const { t } = messages;
  if (!differ) return placeWords(latest, messages);
  const device = (/** @type {ReadingPlace} */ place) =>
    library.deviceName(place.device) ?? t("device.another");
  return t("progress.apart", {
    latest: shortPlace(latest, messages),
    here: device(latest),
    furthest: shortPlace(furthest, messages),
    there: device(furthest),
  });
}
