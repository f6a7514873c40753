/** Values of a page in pieces, each a message of its own: a thin link is heard of while a long page is on its way. */
import { isPageFailure, type PageAcknowledgement, type PageAnswer } from "./pages.ts";

/** As it travels: in pieces where the request allows them. */
export type PageReply = PageAcknowledgement | (Omit<PageAnswer, "pixels"> & { pixels: readonly Uint8Array[] });

/** 1.3 s at 50 kB/s. */
const pieceBytes = 64 * 1024;
/** socket.io takes no message of more than ten. */
const mostPieces = 8;

/** Views of the bytes, in their order. */
export function piecesOf(bytes: ArrayBuffer): Uint8Array[] {
  const most = Math.max(pieceBytes, Math.ceil(bytes.byteLength / mostPieces));
  const count = Math.max(1, Math.ceil(bytes.byteLength / most));
  return Array.from({ length: count }, (_, k) => {
    const at = k * most;
    return new Uint8Array(bytes, at, Math.min(most, bytes.byteLength - at));
  });
}

/** The answer with its values in one. */
export function joinPieces(reply: PageReply): PageAcknowledgement {
  if ("error" in reply || !Array.isArray(reply.pixels)) return reply as PageAcknowledgement;
  // Browsers bring each piece as a buffer, Node as a view.
  const pieces = reply.pixels.map((piece: Uint8Array | ArrayBuffer) => new Uint8Array(piece));
  const whole = new Uint8Array(pieces.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.byteLength;
  }
  return { ...reply, pixels: whole.buffer };
}

/** The answer in pieces. */
export const inPieces = (answer: PageAcknowledgement): PageReply =>
  isPageFailure(answer) ? answer : { ...answer, pixels: piecesOf(answer.pixels) };
