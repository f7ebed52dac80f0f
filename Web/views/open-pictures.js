import { lookForPictures, pictureCame, picturesWanted, pictureStore } from "../covers/pictures.js";
import { openPictureExchange } from "../transport/picture-exchange.js";
import { faultWords } from "./sentences.js";

/** @typedef {import("./context.js").Context} Context */

/** @type {WeakMap<Context, import("../transport/picture-exchange.js").PictureExchange>} */
const opened = new WeakMap();

/**
 * The pictures of this window's library, on their way to the server and from it: the same each time.
 * @param {Context} context
 */
export function openPictures(context) {
  const known = opened.get(context);
  if (known) return known;
  const { library, messages, notify } = context;
  const pictures = openPictureExchange({
    library,
    store: pictureStore,
    came: pictureCame,
    wanted: picturesWanted,
    request: (path, options) => fetch(path, { credentials: "same-origin", ...options }),
    locks: navigator.locks ?? null,
    schedule(after, act) {
      const timer = setTimeout(act, after);
      return () => clearTimeout(timer);
    },
    now: Date.now,
    chance: Math.random,
    refused: (fault) => void notify(
      messages.t("cover.refused", { reason: faultWords(fault, messages) }), { name: "notice.picture" },
    ),
  });
  opened.set(context, pictures);
  lookForPictures(pictures.look);
  return pictures;
}
