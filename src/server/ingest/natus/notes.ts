/** The notes file (formats.md 4.7): channel names and annotations. Who wrote a note is not kept. */

import { cutText } from "../../../domain/cut-text.ts";
import { counted, type Repairs } from "../../../domain/edf/repairs.ts";
import { genericBytes } from "../../../domain/natus/header.ts";
import {
  entryOf,
  findDeep,
  isTree,
  type KeyTree,
  type KeyValue,
  parseKeyTree,
} from "../../../domain/natus/key-tree.ts";
import { type ByteSource, readFully } from "../byte-source.ts";
import type { StudyFile } from "./files.ts";

export interface Note {
  /** Sample stamp of the study. */
  stamp: number;
  text: string;
}

export interface Notes {
  /** In file order. */
  list: Note[];
  /** Names of the inputs in channel order, from the last note that tells them. */
  channelNames: string[];
}

const headBytes = 16;
const windowBytes = 4 * 2 ** 20;
const limits = { count: 500_000, charactersOfAll: 48 * 2 ** 20, charactersOfOne: 4096, noteBytes: windowBytes };

/** Reads the file a window at a time; what is damaged is left out and told. */
export async function readNotes(file: StudyFile, repairs: Repairs): Promise<Notes> {
  const gathered = new Gathered();
  let at = genericBytes;
  const damagedAt = (offset: number) =>
    repairs.add(
      `The notes ${file.shown} are damaged or cut off at byte ${offset.toLocaleString("en-US")}; the rest was left out.`,
    );
  const window = new Window(file.source, file.size);
  try {
    while (true) {
      if (at + headBytes > file.size) {
        if (at !== file.size) damagedAt(at);
        break;
      }
      const head = await window.view(at, headBytes);
      const [type, length] = [head.getInt32(0, true), head.getInt32(4, true)];
      if (type === 0) break;
      if (length < headBytes || at + length > file.size) {
        damagedAt(at);
        break;
      }
      if (type === 1 && length > limits.noteBytes) gathered.damaged++;
      else if (type === 1) gathered.add(textOf(await window.view(at + headBytes, length - headBytes)));
      at += length;
    }
  } finally {
    await file.source.close();
  }
  gathered.report(repairs);
  return { list: gathered.list, channelNames: gathered.channelNames };
}

const decoder = new TextDecoder("utf-8");

function textOf(view: DataView): string {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  const end = bytes.indexOf(0);
  return decoder.decode(end < 0 ? bytes : bytes.subarray(0, end));
}

class Gathered {
  readonly list: Note[] = [];
  channelNames: string[] = [];
  damaged = 0;
  #characters = 0;
  #left = 0;

  add(text: string): void {
    const tree = parseKeyTree(text);
    if (!isTree(tree)) {
      this.damaged++;
      return;
    }
    const names = findDeep(tree, "ChanNames");
    if (Array.isArray(names)) this.channelNames = names.map((name) => (typeof name === "object" ? "" : String(name)));
    const stamp = entryOf(tree, "Stamp");
    const said = saidIn(tree);
    if (said === "") return;
    if (typeof stamp !== "number" || !Number.isInteger(stamp) || Math.abs(stamp) >= 2 ** 31) this.damaged++;
    else if (this.list.length >= limits.count || this.#characters + said.length > limits.charactersOfAll) this.#left++;
    else {
      this.#characters += said.length;
      this.list.push({ stamp, text: said });
    }
  }

  report(repairs: Repairs): void {
    if (this.damaged > 0) repairs.add(`Skipped as damaged: ${counted(this.damaged, "note")}.`);
    if (this.#left > 0) {
      const kept = counted(this.list.length, "note");
      repairs.add(`There are too many notes: ${kept} were read, ${this.#left.toLocaleString("en-US")} left out.`);
    }
  }
}

/** The text of a note, with the comment in parentheses behind it. */
function saidIn(tree: KeyTree): string {
  const data = entryOf(tree, "Data");
  const text = plain(entryOf(tree, "Text"));
  const comment = plain(isTree(data) ? entryOf(data, "Comment") : entryOf(tree, "Data.Comment"));
  const both = text === "" || comment === "" || text === comment ? text || comment : `${text} (${comment})`;
  return cutText(both, limits.charactersOfOne);
}

const plain = (value: KeyValue | undefined): string =>
  typeof value === "string" || typeof value === "number" ? clean(String(value)) : "";

/** Text without control characters. */
export const clean = (text: string): string =>
  Array.from(text, (c) => (c < " " || (c >= "\x7f" && c < "\xa0") ? " " : c))
    .join("")
    .trim();

/** A few megabytes of the file around the place that is asked for. */
class Window {
  readonly #source: ByteSource;
  readonly #size: number;
  #bytes = new Uint8Array(0);
  #from = 0;

  constructor(source: ByteSource, size: number) {
    this.#source = source;
    this.#size = size;
  }

  async view(at: number, length: number): Promise<DataView> {
    if (at < this.#from || at + length > this.#from + this.#bytes.length) {
      const wanted = Math.min(this.#size - at, Math.max(length, windowBytes));
      this.#bytes = new Uint8Array(wanted);
      this.#from = at;
      await readFully(this.#source, this.#bytes, at);
    }
    return new DataView(this.#bytes.buffer, at - this.#from, length);
  }
}
