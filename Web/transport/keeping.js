/**
 * Asks once that what is here be kept when edits cannot leave, for they are here alone: now a browser, and
 * perhaps a person, sees why.
 * @param {Pick<import("./world.js").World, "keep">} world
 */
export function createKeeping(world) {
  let hasAsked = false;
  return {
    /** @param {import("./session.js").LibraryStatus} status */
    look({ state, waiting, isOffline = state === "offline" }) {
      const isStuck = waiting > 0 && (isOffline || state === "unpaired");
      if (!isStuck || hasAsked) return;
      hasAsked = true;
      world.keep().catch(() => {});
    },
  };
}
