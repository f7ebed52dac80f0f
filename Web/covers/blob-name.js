const pattern = /^[0-9a-f]{64}$/;

/**
 * Whether `value` is what a blob is called.
 * @param {unknown} value
 * @returns {value is string}
 */
export function isBlobName(value) {
  return typeof value === "string" && pattern.test(value);
}

/**
 * What the blob with these bytes is called: their SHA-256 in lower-case hexadecimal digits.
 * @param {ArrayBuffer} bytes
 * @param {Crypto} crypto
 */
export async function blobName(bytes, crypto) {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
