/** A message of an upload as the wire has it: it begins with its kind, then the text (spec 000 section 3). */

import { uploadsTabText } from "../../../protocol/text/uploads-tab-text.ts";
import { type MessageKind, messageKinds, type UploadMessage } from "../../../protocol/uploads.ts";
import { cut } from "../../../ui/table/columns.ts";

export interface Message {
  /** Null: the text does not begin with a kind. */
  readonly kind: MessageKind | null;
  readonly text: string;
}

export function readMessage(combined: string): Message {
  const kind = messageKinds.find((name) => combined === name || combined.startsWith(`${name} `));
  return kind === undefined ? { kind: null, text: combined } : { kind, text: combined.slice(kind.length + 1) };
}

export interface ShownMessage extends Message {
  /** "Success", and the text cut so that both together have no more than 70 characters. */
  readonly word: string;
  readonly short: string;
  /** All of it, where something was cut. */
  readonly whole: string | null;
}

/** A message as a cell shows it. */
export function shownMessage(combined: string): ShownMessage {
  const { kind, text } = readMessage(combined);
  const word = kind === null ? "" : uploadsTabText.kinds[kind];
  const shortened = cut(combined);
  const short = kind === null ? shortened : shortened.slice(kind.length + 1);
  const whole = short === text ? null : `${word} ${text}`.trim();
  return { kind, text, word, short, whole };
}

/** What came of a directory or file, and what is wrong with it, is told where it stands; that reading began is not. */
export const isAtItem = ({ item_id, kind }: UploadMessage): boolean => item_id !== null && kind !== "info";
