import { download } from "./download.js";

/** @typedef {import("./context.js").Library} Library */

/**
 * Gives a person the edits that no server has yet, each library's as a file of its own.
 * @param {Pick<Library, "status"|"hasRemains"|"exportWaiting">} library
 * @param {readonly unknown[]} [elsewhere] what waits on this device for other libraries
 */
export function saveUnsent(library, elsewhere = []) {
  const own = hasUnsent(library) ? [library.exportWaiting()] : [];
  [...own, ...elsewhere].forEach((edits, index) => {
    const name = `dogear-unsent${index === 0 ? "" : `-${index + 1}`}.json`;
    download(name, "application/json", JSON.stringify(edits, null, 2));
  });
}

/**
 * Whether there are edits to give; pictures that wait are in no file.
 * @param {Pick<Library, "status"|"hasRemains">} library
 */
export function hasUnsent(library) {
  const { waiting, pictures = 0 } = library.status();
  return waiting > pictures || library.hasRemains;
}
