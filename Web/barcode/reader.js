import { sideMax } from "./limits.js";
import { numberIn } from "./picture.js";

/** @typedef {HTMLVideoElement|ImageBitmap} Source */
/** @typedef {{detect: (source: Source) => Promise<{rawValue: string}[]>}} Detector */

const format = "ean_13";

/**
 * What reads the barcode in a picture: the browser's own detector where there is one, which some
 * have by the help of the device, else ours.
 * @returns {(source: Source) => Promise<string|null>} its 13 digits; null where none is seen
 */
export function createReader() {
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d", { willReadFrequently: true });
  /** @type {Promise<Detector|null>|null} */
  let asked = null;

  /** @param {Source} source */
  function readOurselves(source) {
    const isVideo = source instanceof HTMLVideoElement;
    const width = isVideo ? source.videoWidth : source.width;
    const height = isVideo ? source.videoHeight : source.height;
    const scale = Math.min(1, sideMax / Math.max(width, height));
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    if (!context || canvas.width === 0 || canvas.height === 0) return null;
    context.drawImage(source, 0, 0, canvas.width, canvas.height);
    return numberIn(context.getImageData(0, 0, canvas.width, canvas.height));
  }

  return async (source) => {
    asked ??= ownDetector();
    const detector = await asked;
    if (!detector) return readOurselves(source);
    try {
      return (await detector.detect(source))[0]?.rawValue ?? null;
    } catch {
      // Some have a detector without what it needs.
      asked = Promise.resolve(null);
      return readOurselves(source);
    }
  };
}

/** @returns {Promise<Detector|null>} */
async function ownDetector() {
  /** @type {(new (options: {formats: string[]}) => Detector) & {getSupportedFormats: () => Promise<string[]>}} */
  const Detector = /** @type {any} */ (window).BarcodeDetector;
  if (!Detector) return null;
  try {
    const formats = await Detector.getSupportedFormats();
    return formats.includes(format) ? new Detector({ formats: [format] }) : null;
  } catch {
    return null;
  }
}
