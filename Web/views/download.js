/**
 * Gives a person a file.
 * @param {string} name
 * @param {string} type
 * @param {BlobPart} content
 */
export function download(name, type, content) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken the file by the time this page is idle again.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
