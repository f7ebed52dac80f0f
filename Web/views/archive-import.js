import { booksIn, documentName, isDocument, pictureCalled, picturesNamed } from "../archive/library-archive.js";
import { ArchiveError, bytesOf, entriesOf, isArchive } from "../archive/read.js";
import { pictureByteCountMax } from "../covers/picture-limits.js";
import { importByteCountMax } from "./limits.js";
import { putPicture } from "./picture-calls.js";
import { RequestError } from "./request.js";

/** @typedef {import("../archive/read.js").Entry} Entry */
/** @typedef {import("../messages/messages.js").Messages} Messages */
/**
 * @typedef {{body: Blob, books: string[]|null, archive: Blob, pictures: Map<string, Entry>}} Parcel
 * `books`: the ids of those of a Dogear document, whose report counts all else that came, too.
 */

/**
 * What a file to import holds: the books, which the server reads, and of a Dogear archive the pictures that
 * they name, of which none is read yet.
 * @param {File} file
 * @param {Messages} messages
 * @returns {Promise<Parcel>}
 * @throws {RequestError} a sentence for a person
 */
export async function unpack(file, { t }) {
  try {
    const entries = (await isArchive(file)) ? await entriesOf(file) : [];
    const document = entries.find(({ name }) => isDocument(name));
    // Of another archive the server says what it is.
    if (!document) {
      if (file.size > importByteCountMax) throw new ArchiveError("tooLarge");
      const isText = (await file.slice(0, 1).text()) === "{";
      const books = isText ? booksIn(await file.text()) : null;
      return { body: file, books, archive: file, pictures: new Map() };
    }
    const bytes = await bytesOf(file, document, importByteCountMax);
    const text = new TextDecoder().decode(bytes);
    const named = new Set(picturesNamed(text));
    const pictures = new Map();
    for (const entry of entries) {
      const id = pictureCalled(entry.name);
      if (id !== null && named.has(id)) pictures.set(id, entry);
    }
    return { body: new File([bytes], documentName), books: booksIn(text), archive: file, pictures };
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    throw new RequestError(
      t(error.code === "tooLarge" ? "import.tooLarge" : "import.damaged"), "notImportable",
    );
  }
}

/**
 * Puts the pictures of an archive up, one after the other, once its books are there. Returns how many are
 * there now, and why others are not, each reason once; that it was cancelled is no reason.
 * @param {Parcel} parcel
 * @param {Messages} messages
 * @param {(done: number) => void} progress
 * @param {AbortSignal} signal
 */
export async function bringPictures({ archive, pictures }, messages, progress, signal) {
  const reasons = new Set();
  let count = 0;
  for (const [id, entry] of pictures) {
    const bytes = await bytesOf(archive, entry, pictureByteCountMax).catch(() => null);
    const error = bytes && await putPicture(id, bytes, messages, signal);
    if (signal.aborted && (error || !bytes)) break;
    if (error) reasons.add(error.message);
    else if (bytes) count += 1;
    else reasons.add(messages.t("import.damaged"));
    // The others would be told the same.
    if (error && ["blobsFull", "offline", "notPaired"].includes(error.code)) break;
    progress(count);
    if (signal.aborted) break;
  }
  return { count, reasons: [...reasons] };
}
