/** Whether the records of an old workbook (.xls) follow each other to their end: its parser goes on whatever it meets, and may never come back. */

/** Beginnings of a part, by the versions from 2 to 8. */
const begins: readonly number[] = [0x0009, 0x0209, 0x0409, 0x0809];
const ends = 0x000a;
const sheet = 0x0085;
const longestRecord = 8224;

/** `stream`: of the book, or a file that is nothing else. Every part must end, and every sheet that is named begin where the book says. */
export function isWholeBook(stream: Uint8Array): boolean {
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength);
  const parts = new Set<number>();
  const named: number[] = [];
  let [at, depth] = [0, 0];
  while (at + 4 <= stream.length) {
    const [kind, length] = [view.getUint16(at, true), view.getUint16(at + 2, true)];
    const isBeginning = begins.includes(kind);
    if (depth === 0 && !isBeginning) break; // padding
    if (length > longestRecord || at + 4 + length > stream.length) return false;
    if (depth === 0) parts.add(at);
    if (isBeginning) depth++;
    else if (kind === ends) depth--;
    else if (kind === sheet && length >= 4) named.push(view.getUint32(at + 4, true));
    at += 4 + length;
  }
  return depth === 0 && parts.size > 0 && named.every((place) => parts.has(place));
}
