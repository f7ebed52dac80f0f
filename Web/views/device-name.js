/**
 * A first name for this browser, for people to recognise it by; they can change it. Nothing else
 * depends on it.
 * @param {{userAgentData?: {platform?: string}, platform?: string}} navigator
 * @param {number} width of the screen, in pixels
 * @param {(key: string, values?: Record<string, string>) => string} t
 */
export function suggestedDeviceName(navigator, width, t) {
  const platform = navigator.userAgentData?.platform || navigator.platform || "";
  const system = platform.replace(/\s.*$/, "").replace(/^Win32$/, "Windows").replace(
    /^MacIntel$/,
    "Mac",
  );
  const form = width < 700 ? "phone" : width < 1100 ? "tablet" : "computer";
  return system === "" ? t(`device.${form}`) : t(`device.${form}On`, { system });
}
