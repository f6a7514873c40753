/** Finds words in bytes whatever their encoding: ASCII, UTF-8, Latin-1 and UTF-16 of either order. */
import { latin1 } from "../edf/text.ts";

/** Bytes `[from, to)` of a word that was found, and the width of its characters. */
export interface WordPlace {
  from: number;
  to: number;
  width: 1 | 2;
  isBigEndian: boolean;
}

export interface WordSearch {
  /** Places in order, none overlapping. */
  find(bytes: Uint8Array): WordPlace[];
}

/** From here on a word is found inside longer ones too; shorter ones occur in them by chance ("Lee" in "asleep"). */
const longWord = 6;
/** Written without blanks between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** Particles are joined to names; two syllables alone occur in other words. */
const joined = /^\p{Script=Hangul}{3,}$/u;

interface Pattern {
  /** One character per byte, ASCII letters in lower case. */
  text: string;
  width: 1 | 2;
  isBigEndian: boolean;
  isLong: boolean;
}

/** Prepares the search for words as `identifyingWords` gives them. Letter case and accents are ignored. */
export function searchFor(words: readonly string[]): WordSearch {
  const patterns = words.flatMap(patternsOf);
  return {
    find(bytes) {
      if (patterns.length === 0) return [];
      const folded = latin1(foldCase(bytes));
      const places = patterns.flatMap((pattern) => placesOf(pattern, folded, bytes));
      return withoutOverlaps(places);
    },
  };
}

function foldCase(bytes: Uint8Array): Uint8Array {
  const folded = bytes.slice();
  for (let i = 0; i < folded.length; i++) if (folded[i] >= 0x41 && folded[i] <= 0x5a) folded[i] += 0x20;
  return folded;
}

function patternsOf(word: string): Pattern[] {
  const bare = word.normalize("NFD").replace(/\p{M}/gu, "");
  const spellings = new Set([word, word.toLowerCase(), word.toUpperCase(), word.normalize("NFD"), bare]);
  const forms = new Map<string, Pattern>();
  const isLong = Array.from(word).length >= longWord || unspaced.test(word) || joined.test(word);
  const add = (bytes: Uint8Array, width: 1 | 2, isBigEndian = false) => {
    const text = latin1(foldCase(bytes));
    forms.set(`${width}${isBigEndian}${text}`, { text, width, isBigEndian, isLong });
  };
  for (const spelling of spellings) {
    add(new TextEncoder().encode(spelling), 1);
    if (/^[\0-\xff]*$/.test(spelling))
      add(
        Uint8Array.from(spelling, (c) => c.charCodeAt(0)),
        1,
      );
    const codes = Array.from({ length: spelling.length }, (_, i) => spelling.charCodeAt(i));
    // The high byte is folded with the low one; of the letters of names none is changed by that.
    add(Uint8Array.from(codes.flatMap((code) => [code & 0xff, code >> 8])), 2);
    add(Uint8Array.from(codes.flatMap((code) => [code >> 8, code & 0xff])), 2, true);
  }
  return [...forms.values()];
}

function placesOf({ text, width, isBigEndian, isLong }: Pattern, folded: string, bytes: Uint8Array): WordPlace[] {
  const places: WordPlace[] = [];
  for (let from = folded.indexOf(text); from >= 0; from = folded.indexOf(text, from + 1)) {
    const to = from + text.length;
    const isWhole =
      isLong ||
      (isEdge(bytes, from - width, from, width, isBigEndian) && isEdge(bytes, to - width, to, width, isBigEndian));
    if (isWhole) places.push({ from, to, width, isBigEndian });
  }
  return places;
}

/** Whether a word ends between two neighbouring characters: at a sign, or where a capital follows a small letter. */
function isEdge(bytes: Uint8Array, left: number, right: number, width: number, isBigEndian: boolean): boolean {
  const [before, after] = [letterAt(bytes, left, width, isBigEndian), letterAt(bytes, right, width, isBigEndian)];
  if (before === "other" || after === "other") return true;
  if (before === "digit" || after === "digit") return before !== after;
  return before === "small" && after === "capital";
}

type Kind = "other" | "digit" | "small" | "capital";

function letterAt(bytes: Uint8Array, at: number, width: number, isBigEndian: boolean): Kind {
  if (at < 0 || at + width > bytes.length) return "other";
  const low = width === 2 && isBigEndian ? bytes[at + 1] : bytes[at];
  const high = width === 2 ? bytes[isBigEndian ? at : at + 1] : 0;
  if (high !== 0 || low >= 0x80) return "small";
  if (low >= 0x30 && low <= 0x39) return "digit";
  if (low >= 0x61 && low <= 0x7a) return "small";
  return low >= 0x41 && low <= 0x5a ? "capital" : "other";
}

function withoutOverlaps(places: WordPlace[]): WordPlace[] {
  places.sort((a, b) => a.from - b.from || b.to - a.to);
  const kept: WordPlace[] = [];
  for (const place of places) {
    const last = kept.at(-1);
    if (last === undefined || place.from >= last.to) kept.push(place);
    else last.to = Math.max(last.to, place.to);
  }
  return kept;
}

/** Bytes that stand where a word was: the letter X in the word's own width. */
export function crossedOut({ from, to, width, isBigEndian }: WordPlace): { offset: number; bytes: Uint8Array } {
  const bytes = new Uint8Array(to - from);
  if (width === 1) bytes.fill(0x58);
  else for (let i = isBigEndian ? 1 : 0; i < bytes.length; i += 2) bytes[i] = 0x58;
  return { offset: from, bytes };
}
