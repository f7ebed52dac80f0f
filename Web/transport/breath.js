/**
 * Lets whatever waits in this page have its turn: presses are answered, frames are drawn. Not by a timer,
 * of which a page in the background has one a second.
 * @returns {Promise<void>}
 */
export function breath() {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
