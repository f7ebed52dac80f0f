/** For each byte, what it makes of a sum that ends with it. */
const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  return sum;
});

/**
 * The CRC-32 of a file in an archive (APPNOTE 4.4.7).
 * @param {Uint8Array} bytes
 */
export function checksum(bytes) {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = table[(sum ^ byte) & 0xff] ^ (sum >>> 8);
  return ~sum >>> 0;
}
