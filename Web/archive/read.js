import { checksum } from "./checksum.js";
import { listByteCountMax } from "./limits.js";

/**
 * One file in a zip archive, as the archive lists it.
 * @typedef {{
 *   name: string, isDeflated: boolean, sum: number, packed: number, size: number, offset: number,
 * }} Entry
 */

/** Why an archive, or a file in it, cannot be read. */
export class ArchiveError extends Error {
  /** @param {"broken"|"unreadable"|"tooLarge"} code */
  constructor(code) {
    super(code);
    this.code = code;
  }
}

const broken = () => new ArchiveError("broken");

/** Bytes at an archive's end that say where its list stands: the mark of the end, and a comment. */
const tailByteCountMax = 22 + 0xffff;

/**
 * Whether a file begins as a zip archive does.
 * @param {Blob} file
 */
export async function isArchive(file) {
  const start = new DataView(await file.slice(0, 4).arrayBuffer());
  return start.byteLength === 4 && [0x04034b50, 0x06054b50].includes(start.getUint32(0, true));
}

/**
 * The files in an archive, in its order; no folders. Only its list is read (`ArchiveDirectory.swift`).
 * @param {Blob} archive
 * @returns {Promise<Entry[]>}
 * @throws {ArchiveError}
 */
export async function entriesOf(archive) {
  const range = await listRange(archive);
  const list = new DataView(await archive.slice(...range).arrayBuffer());
  /** @type {Entry[]} */
  const entries = [];
  for (let place = 0; place < list.byteLength;) {
    if (list.byteLength - place < 46 || list.getUint32(place, true) !== 0x02014b50) throw broken();
    const two = (/** @type {number} */ at) => list.getUint16(place + at, true);
    const four = (/** @type {number} */ at) => list.getUint32(place + at, true);
    const end = place + 46 + two(28);
    if (end > list.byteLength) throw broken();
    const name = new TextDecoder().decode(new Uint8Array(list.buffer, place + 46, two(28)));
    const [packed, size, offset] = [four(20), four(24), four(42)];
    if (!name.endsWith("/")) {
      // Locked, packed in another way, or beyond 4 GiB.
      const isPlain = (two(8) & 1) === 0 && [0, 8].includes(two(10));
      if (!isPlain || Math.max(packed, size, offset) === 0xffffffff) {
        throw new ArchiveError("unreadable");
      }
      const isDeflated = two(10) === 8;
      if (!isDeflated && packed !== size) throw broken();
      entries.push({ name, isDeflated, sum: four(16), packed, size, offset });
    }
    place = end + two(30) + two(32);
  }
  return entries;
}

/**
 * One file of an archive.
 * @param {Blob} archive
 * @param {Entry} entry
 * @param {number} byteCountMax bytes that it may have: of one that says that it has more none is read
 * @returns {Promise<Uint8Array>}
 * @throws {ArchiveError}
 */
export async function bytesOf(archive, { isDeflated, sum, packed, size, offset }, byteCountMax) {
  if (Math.max(packed, size) > byteCountMax) throw new ArchiveError("tooLarge");
  const header = new DataView(await archive.slice(offset, offset + 30).arrayBuffer());
  if (header.byteLength < 30 || header.getUint32(0, true) !== 0x04034b50) throw broken();
  const start = offset + 30 + header.getUint16(26, true) + header.getUint16(28, true);
  const content = archive.slice(start, start + packed);
  if (content.size !== packed) throw broken();
  const bytes = isDeflated
    ? await inflated(content, size) : new Uint8Array(await content.arrayBuffer());
  if (checksum(bytes) !== sum) throw broken();
  return bytes;
}

/**
 * What was packed, which has `size` bytes: never more is made of it.
 * @param {Blob} packed
 * @param {number} size
 */
async function inflated(packed, size) {
  const bytes = new Uint8Array(size);
  let place = 0;
  const { DecompressionStream } = /** @type {any} */ (globalThis);
  const stream = packed.stream().pipeThrough(new DecompressionStream("deflate-raw"));
  /** @type {ReadableStreamDefaultReader<Uint8Array>} */
  const reader = stream.getReader();
  try {
    for (let piece = await reader.read(); piece.value; piece = await reader.read()) {
      if (place + piece.value.length > size) throw broken();
      bytes.set(piece.value, place);
      place += piece.value.length;
    }
  } catch {
    await reader.cancel().catch(() => {}); // what is broken has nothing to give back
    throw broken();
  }
  if (place !== size) throw broken();
  return bytes;
}

/**
 * Where an archive's list stands.
 * @param {Blob} archive
 * @returns {Promise<[number, number]>}
 */
async function listRange(archive) {
  const from = Math.max(0, archive.size - tailByteCountMax);
  const tail = new DataView(await archive.slice(from).arrayBuffer());
  for (let place = tail.byteLength - 22; place >= 0; place -= 1) {
    // A comment may hold anything, so it has to reach to the end, too.
    if (tail.getUint32(place, true) !== 0x06054b50) continue;
    if (tail.getUint16(place + 20, true) !== tail.byteLength - place - 22) continue;
    const [size, offset] = [tail.getUint32(place + 12, true), tail.getUint32(place + 16, true)];
    if (Math.max(size, offset) === 0xffffffff || size > listByteCountMax) {
      throw new ArchiveError("unreadable");
    }
    if (offset + size > from + place) throw broken();
    return [offset, offset + size];
  }
  throw broken();
}
