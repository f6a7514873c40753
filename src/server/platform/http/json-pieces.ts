/**
 * Parses large JSON bodies a piece at a time: whoever declares 50,000 files would hold everybody else up for as long as the whole text
 * takes. The lists that are members of the body are cut between their elements; what is left is parsed at once.
 */
import { setImmediate as others } from "node:timers/promises";

/** What is parsed, or looked through, at once: some milliseconds. In UTF-16 code units. */
const pieceLength = 256 * 1024;
/** Nothing of a call of ours is longer in one piece: neither an element of a list nor the rest of a body. */
const longestPiece = 1024 * 1024;

/** Not of a call of ours. Fastify answers with the status. */
class PieceRefused extends Error {
  override readonly name = "PieceRefused";
  readonly statusCode = 400;
}

/** A list that is a member of the body: where its elements begin and end, and the commas at which it is cut. */
interface List {
  readonly start: number;
  end: number;
  readonly cuts: number[];
}

/** Parsed in a fraction of a millisecond, whatever it is made of. */
const smallLength = 8 * 1024;

/**
 * Texts that are not small are parsed one in a turn of the event loop, as each may take tens of milliseconds and many calls may come at once.
 * Callers come in rotation, so that nobody waits for all that another one sends.
 */
class ParseTurns {
  private isArmed = false;
  private readonly waiting = new Map<string, (() => void)[]>();

  /** Undefined: now. Otherwise resolves when it is the caller's turn. */
  turn(caller: string, length: number): Promise<void> | undefined {
    if (length < smallLength) return undefined;
    if (!this.isArmed) {
      this.arm();
      return undefined;
    }
    return new Promise((begin) => {
      const own = this.waiting.get(caller);
      if (own === undefined) this.waiting.set(caller, [begin]);
      else own.push(begin);
    });
  }

  private arm(): void {
    this.isArmed = true;
    setImmediate(() => {
      const begin = this.next();
      this.isArmed = begin !== undefined;
      if (begin === undefined) return;
      this.arm();
      begin();
    });
  }

  private next(): (() => void) | undefined {
    for (const [caller, own] of this.waiting) {
      const begin = own.shift();
      this.waiting.delete(caller);
      if (own.length > 0) this.waiting.set(caller, own); // behind the others
      return begin;
    }
    return undefined;
  }
}

/** Of this thread. */
const turns = new ParseTurns();

/**
 * The same as `parse` of the whole text, which throws for what is no JSON. Others are answered between the pieces, and between texts.
 * @throws PieceRefused for what cannot be cut
 */
export async function parseInPieces(text: string, parseNow: (text: string) => unknown, caller = ""): Promise<unknown> {
  const parse = async (piece: string): Promise<unknown> => {
    await turns.turn(caller, piece.length);
    return parseNow(piece);
  };
  if (text.length <= pieceLength) return parse(text);
  const lists = await listsOf(text);
  const body = await parse(short(restOf(text, lists)));
  if (typeof body !== "object" || body === null || Array.isArray(body)) throw new PieceRefused();
  for (const [name, member] of Object.entries(body)) {
    if (!Array.isArray(member)) continue;
    // Every list of the body was left out, and the place of it stands there.
    const value = await elementsOf(text, lists[member[0]], parse);
    Object.defineProperty(body, name, { value, enumerable: true, writable: true, configurable: true });
  }
  return body;
}

const short = (piece: string): string => {
  if (piece.length > longestPiece) throw new PieceRefused();
  return piece;
};

async function elementsOf(text: string, { start, end, cuts }: List, parse: (text: string) => Promise<unknown>) {
  const elements: unknown[] = [];
  const borders = [start - 1, ...cuts, end];
  for (let k = 1; k < borders.length; k++) {
    const piece = (await parse(short(`[${text.slice(borders[k - 1] + 1, borders[k])}]`))) as unknown[];
    if (piece.length === 0 && cuts.length > 0) throw new PieceRefused(); // a comma with nothing beside it
    for (const element of piece) elements.push(element);
    await others();
  }
  return elements;
}

/** The body with the place of each of its lists in place of the elements. */
function restOf(text: string, lists: readonly List[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const [k, { start, end }] of lists.entries()) {
    pieces.push(text.slice(at, start), String(k));
    at = end;
  }
  return pieces.join("") + text.slice(at);
}

const [quote, backslash, comma, array, arrayEnd, object, objectEnd] = Buffer.from('"\\,[]{}');

/** Lists that are members of the body, in order. Of what is no JSON anything: whoever parses it is told. */
async function listsOf(text: string): Promise<List[]> {
  const lists: List[] = [];
  let list: List | null = null;
  let depth = 0;
  let isString = false;
  let since = 0;
  for (let k = 0; k < text.length; k++) {
    if (k % pieceLength === pieceLength - 1) await others();
    const code = text.charCodeAt(k);
    if (isString) {
      if (code === backslash) k++;
      else if (code === quote) isString = false;
    } else if (code === quote) isString = true;
    else if (code === object || code === array) {
      depth++;
      if (depth !== 2 || code !== array) continue;
      list = { start: k + 1, end: text.length, cuts: [] };
      since = k;
      lists.push(list);
    } else if (code === objectEnd || code === arrayEnd) {
      depth--;
      if (depth !== 1 || list === null) continue;
      list.end = k;
      list = null;
    } else if (code === comma && depth === 2 && list !== null && k - since >= pieceLength) {
      list.cuts.push(k);
      since = k;
    }
  }
  return lists;
}
