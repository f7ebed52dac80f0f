import {
  pictureByteCountMax, pictureFileByteCountMax, pictureHeight, pictureQualities, pictureShrinking,
  pictureSideMax, pictureWidth,
} from "./picture-limits.js";

/** Why no cover was made of a file. */
export class PictureFileError extends Error {
  /** @param {"noPicture"|"tooLarge"} code */
  constructor(code) {
    super(code);
    this.code = code;
  }
}

/**
 * A cover made of a file that a person chose: upright, no larger than it is ever shown, and nothing of what a
 * camera wrote beside it, such as where that was.
 * @param {Blob} file
 * @returns {Promise<import("../store/pictures.js").Content>}
 * @throws {PictureFileError}
 */
export async function pictureFrom(file) {
  if (file.size > pictureFileByteCountMax) throw new PictureFileError("tooLarge");
  // Upright as its camera was held, which is what browsers do unasked.
  const image = await createImageBitmap(file).catch(() => {
    throw new PictureFileError("noPicture");
  });
  try {
    return await encoded(image);
  } finally {
    image.close();
  }
}

/** @param {ImageBitmap} image */
async function encoded(image) {
  let scale = scaleOf(image);
  while (true) {
    const canvas = drawn(image, scale);
    for (const quality of pictureQualities) {
      const blob = await blobOf(canvas, quality);
      if (blob.size <= pictureByteCountMax) return { type: blob.type, bytes: await blob.arrayBuffer() };
    }
    scale *= pictureShrinking;
  }
}

/**
 * How much smaller a picture becomes: what is seen of it has the shape of a cover, and needs all points of
 * one. Never larger, which would make it no sharper.
 * @param {{width: number, height: number}} size
 */
export function scaleOf({ width, height }) {
  return Math.min(
    1, Math.max(pictureWidth / width, pictureHeight / height), pictureSideMax / Math.max(width, height),
  );
}

/**
 * @param {ImageBitmap} image
 * @param {number} scale
 */
function drawn(image, scale) {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(image.width * scale));
  canvas.height = Math.max(1, Math.round(image.height * scale));
  const context = canvas.getContext("2d");
  if (!context) throw new PictureFileError("tooLarge");
  // What could be seen through is paper.
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = "high";
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/**
 * As WebP, or as JPEG by a browser that cannot write that.
 * @param {HTMLCanvasElement} canvas
 * @param {number} quality
 * @returns {Promise<Blob>}
 */
async function blobOf(canvas, quality) {
  for (const type of ["image/webp", "image/jpeg"]) {
    /** @type {Blob|null} */
    const blob = await new Promise((resolve) => canvas.toBlob(resolve, type, quality));
    if (blob?.type === type) return blob;
  }
  throw new PictureFileError("noPicture");
}
