import { documentName, pictureName, picturesNamed } from "../archive/library-archive.js";
import { askedMax } from "../archive/limits.js";
import { ArchiveWriter } from "../archive/write.js";
import { pictureStore } from "../covers/pictures.js";
import { askPicture } from "./picture-calls.js";

/**
 * A library's document and the pictures that it names in one archive: those that this browser has, and the
 * server's. Returns it, and how many pictures are in neither.
 * @param {string} document
 * @param {import("../messages/messages.js").Messages} messages
 * @param {(done: number, total: number) => void} progress
 */
export async function archiveOf(document, messages, progress) {
  const writer = new ArchiveWriter();
  await writer.add(documentName, new Blob([document]));
  const ids = picturesNamed(document);
  let isOnline = true;
  let missing = 0;

  /** @param {string} id */
  async function find(id) {
    // A browser that keeps nothing has none.
    const kept = await pictureStore.get(id).catch(() => undefined);
    if (kept || !isOnline) return kept ?? null;
    return askPicture(id, messages).catch(() => {
      isOnline = false;
      return null;
    });
  }

  for (let place = 0; place < ids.length; place += askedMax) {
    progress(place, ids.length);
    const some = ids.slice(place, place + askedMax);
    const pictures = await Promise.all(some.map(find));
    for (const [index, picture] of pictures.entries()) {
      if (picture) await writer.add(pictureName(some[index], picture.type), picture);
      else missing += 1;
    }
  }
  if (ids.length > 0) progress(ids.length, ids.length);
  return { archive: writer.blob, missing };
}
