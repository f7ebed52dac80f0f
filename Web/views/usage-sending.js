import { requestJson } from "./request.js";

/** @typedef {import("./context.js").Context} Context */

/**
 * Sends the counts of this browser to its server, where a person has switched that on: at once, and
 * again whenever a window of it is left with other counts than were sent last.
 * @param {Pick<Context, "messages"|"preferences"|"usage">} context
 */
export function createUsageSending({ messages, preferences, usage }) {
  let sent = "";

  /** @param {boolean} isLeaving the window may be gone before there is an answer */
  async function send(isLeaving) {
    const { since, counts } = usage.read();
    const body = JSON.stringify({ since, counts });
    if (body === sent) return;
    sent = body;
    const headers = { "Content-Type": "application/json" };
    await requestJson("/v1/usage", messages, {
      method: "POST", headers, body, keepalive: isLeaving,
    });
  }

  return {
    /**
     * Switches sending on or off. Off, the server forgets what it had. Where the server cannot be
     * reached nothing is switched, and the error says so.
     * @param {boolean} isOn
     */
    async switchTo(isOn) {
      sent = "";
      if (isOn) await send(false);
      else await requestJson("/v1/usage", messages, { method: "DELETE" });
      preferences.set("sendUsage", isOn);
    },
    /** A window is left. */
    left() {
      if (!preferences.sendUsage) return;
      send(true).catch(() => {
        // The counts are here still, and go with the next ones.
        sent = "";
      });
    },
  };
}

/** @typedef {ReturnType<typeof createUsageSending>} UsageSending */
