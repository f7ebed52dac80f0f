import { lookMilliseconds } from "./limits.js";

/**
 * @typedef {"denied"|"none"|"busy"|"insecure"} CameraProblem it was not allowed; there is none; another
 *   program has it, or it went; or the page came without TLS, which browsers give no camera
 */

/**
 * Shows a camera's picture in `video`, the one on the back of a phone, and looks at it until told to
 * stop, or the page is left or hidden: then the camera is let go, and its light goes out.
 * @param {HTMLVideoElement} video
 * @param {{look: (video: HTMLVideoElement) => Promise<void>,
 *   ended: (problem: CameraProblem|null) => void}} told one look at a time; `ended` once, with null
 *   where nothing was wrong
 * @returns {() => void} stops it
 */
export function openCamera(video, { look, ended }) {
  /** @type {MediaStream|null} */
  let stream = null;
  let isOpen = true;

  /** @param {CameraProblem|null} problem */
  function end(problem) {
    if (!isOpen) return;
    isOpen = false;
    document.removeEventListener("visibilitychange", leave);
    release();
    ended(problem);
  }

  function release() {
    for (const track of stream?.getTracks() ?? []) track.stop();
    video.srcObject = null;
  }

  function leave() {
    if (document.hidden) end(null);
  }

  async function run() {
    // A page without TLS has none.
    const media = /** @type {MediaDevices|undefined} */ (navigator.mediaDevices);
    if (!media) return end("insecure");
    try {
      stream = await media.getUserMedia({
        video: { facingMode: "environment", width: { ideal: 1_280 }, height: { ideal: 720 } },
      });
      // Who stopped meanwhile wants no camera any more.
      if (!isOpen) return release();
      for (const track of stream.getTracks()) track.addEventListener("ended", () => end("busy"));
      video.srcObject = stream;
      await video.play();
      while (isOpen) {
        await look(video);
        await new Promise((resolve) => setTimeout(resolve, lookMilliseconds));
      }
    } catch (error) {
      end(problemOf(error));
    }
  }

  document.addEventListener("visibilitychange", leave);
  void run();
  return () => end(null);
}

/**
 * @param {unknown} error
 * @returns {CameraProblem}
 */
function problemOf(error) {
  const name = error instanceof Error ? error.name : "";
  if (name === "NotAllowedError" || name === "SecurityError") return "denied";
  return name === "NotFoundError" || name === "OverconstrainedError" ? "none" : "busy";
}
