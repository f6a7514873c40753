/** Hands a file that was made, or fetched, to the browser. */
export function saveFile(name: string, parts: readonly BlobPart[], type: string): void {
  const url = URL.createObjectURL(new Blob([...parts], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken it by the next turn; the address is not needed any more.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
