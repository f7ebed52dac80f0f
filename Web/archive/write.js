import { checksum } from "./checksum.js";

/**
 * Writes a zip archive (PKWARE's APPNOTE 6.3) as parts of a blob, which a browser keeps on its disk: of the
 * files that are added, none is in memory but the one under way. They lie there as they are, for
 * pictures are packed already, and have no time, so that two archives of the same files are the same.
 */
export class ArchiveWriter {
  /** @type {BlobPart[]} */
  #parts = [];
  /** @type {Uint8Array[]} */
  #list = [];
  #offset = 0;

  /**
   * @param {string} name in ASCII
   * @param {Blob} file
   */
  async add(name, file) {
    const sum = checksum(new Uint8Array(await file.arrayBuffer()));
    const nameBytes = new TextEncoder().encode(name);
    // What reading it takes (version 1.0), no flags, as it is, no time, and the first date there is.
    const about = numbers(
      [10, 2], [0, 2], [0, 2], [0, 2], [0x21, 2], [sum, 4], [file.size, 4], [file.size, 4],
      [nameBytes.length, 2], [0, 2],
    );
    this.#list.push(
      numbers([0x02014b50, 4], [10, 2]), about,
      // No comment, one part, no attributes, and where it stands.
      numbers([0, 2], [0, 2], [0, 2], [0, 4], [this.#offset, 4]), nameBytes,
    );
    this.#parts.push(numbers([0x04034b50, 4]), about, nameBytes, file);
    this.#offset += 30 + nameBytes.length + file.size;
  }

  /** The whole archive. */
  get blob() {
    const count = this.#list.length / 4;
    const size = this.#list.reduce((sum, { length }) => sum + length, 0);
    const short = Math.min(count, 0xffff);
    const end = numbers(
      [0x06054b50, 4], [0, 2], [0, 2], [short, 2], [short, 2], [size, 4], [this.#offset, 4], [0, 2],
    );
    // How many there are, where two bytes cannot say it (APPNOTE 4.3.14 and 4.3.15).
    const large = count < 0xffff ? [] : [numbers(
      [0x06064b50, 4], [44, 8], [45, 2], [45, 2], [0, 8], [count, 8], [count, 8], [size, 8],
      [this.#offset, 8], [0x07064b50, 4], [0, 4], [this.#offset + size, 8], [1, 4],
    )];
    return new Blob([...this.#parts, ...this.#list, ...large, end], { type: "application/zip" });
  }
}

/**
 * Numbers of so many bytes each, the least first.
 * @param {[number, 2|4|8][]} all
 */
function numbers(...all) {
  const bytes = new Uint8Array(all.reduce((sum, [, width]) => sum + width, 0));
  const view = new DataView(bytes.buffer);
  let place = 0;
  for (const [number, width] of all) {
    if (width === 2) view.setUint16(place, number, true);
    else view.setUint32(place, number, true);
    place += width;
  }
  return bytes;
}
