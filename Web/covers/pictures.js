import { h } from "../elements/dom.js";
import { PictureStore } from "../store/pictures.js";
import { picturesShownMax } from "./limits.js";

/** The pictures that this browser keeps. */
export const pictureStore = new PictureStore();

/**
 * The addresses of those that are shown, or were a moment ago; the oldest is let go of first.
 * @type {Map<string, string>}
 */
const addresses = new Map();

/**
 * The images that wait for a picture, by its name.
 * @type {Map<string, WeakRef<HTMLImageElement>[]>}
 */
const waiting = new Map();

/** Whoever looks elsewhere for a picture that is not kept here; nobody while the client is being read. */
let look = (/** @type {string} */ _id) => {};

/**
 * The picture `id`, to lie over the drawn cover, which is seen until it is there.
 * @param {string} id
 */
export function pictureOf(id) {
  const image = h("img", {
    class: "cover-picture", alt: "", decoding: "async", draggable: "false", "data-picture": id,
  });
  const address = addresses.get(id);
  if (address) image.src = address;
  else void find(id, image);
  return image;
}

/**
 * Shows a picture wherever it is waited for.
 * @param {string} id
 * @param {Blob} picture
 */
export function pictureCame(id, picture) {
  if (!addresses.has(id)) addresses.set(id, URL.createObjectURL(picture));
  const address = /** @type {string} */ (addresses.get(id));
  for (const image of imagesFor(id)) image.src = address;
  waiting.delete(id);
  for (const [oldest, unused] of addresses) {
    if (addresses.size <= picturesShownMax) break;
    addresses.delete(oldest);
    URL.revokeObjectURL(unused);
  }
}

/** The pictures that are waited for where they would be seen. */
export function picturesWanted() {
  return [...waiting.keys()].filter((id) => imagesFor(id).some(({ isConnected }) => isConnected));
}

/**
 * Has somebody look for what is not here, from now on and for all that is waited for.
 * @param {(id: string) => void} looker
 */
export function lookForPictures(looker) {
  look = looker;
  for (const id of waiting.keys()) look(id);
}

/**
 * @param {string} id
 * @param {HTMLImageElement} image
 */
async function find(id, image) {
  const images = imagesFor(id);
  waiting.set(id, [...images, image].map((each) => new WeakRef(each)));
  // A browser that keeps nothing has none, and asks for each.
  const kept = await pictureStore.get(id).catch(() => undefined);
  if (kept) pictureCame(id, kept);
  else if (waiting.has(id)) look(id);
}

/** @param {string} id */
function imagesFor(id) {
  return (waiting.get(id) ?? []).flatMap((image) => image.deref() ?? []);
}
