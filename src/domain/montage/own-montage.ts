/** Montages of people: what one may be, how its channels stand on the screen, and every edit of its editor (spec 001 sections 4 and 5). */
import { type MontageChannel, montageLimits } from "../../protocol/montages.ts";
import { montageText } from "../../protocol/text/montage-text.ts";
import { isPlain, tidy } from "../people/admin-rules.ts";
import { isInput, isSecondInput } from "./electrode-map.ts";
import type { Montage, MontageSection, MontageChannel as ReadChannel } from "./standard-montages.ts";

const { refused } = montageText;

/** Tells a channel from the others of its montage. */
export const pairOf = ({ first, second }: Pick<MontageChannel, "first" | "second">): string => `${first}-${second}`;

export interface MontageProblem {
  readonly about: "count" | "channel";
  readonly message: string;
}

/** Why channels are no montage; null: they are. */
export function montageProblem(channels: readonly MontageChannel[]): MontageProblem | null {
  if (channels.length > montageLimits.channels) return { about: "count", message: refused.tooManyChannels };
  const seen = new Set<string>();
  for (const channel of channels) {
    const pair = pairOf(channel);
    const message = seen.has(pair) ? refused.twice(pair) : channelProblem(channel);
    if (message !== null) return { about: "channel", message };
    seen.add(pair);
  }
  return null;
}

function channelProblem({ first, second, alias }: MontageChannel): string | null {
  if (!isInput(first)) return refused.unknownInput(first);
  if (!isSecondInput(second)) return refused.unknownInput(second);
  if (first === second) return refused.notAPair;
  const isFine = alias === undefined || (alias !== "" && [...alias].length <= montageLimits.alias && isPlain(alias));
  return isFine ? null : refused.alias(montageLimits.alias);
}

/** Without the pairs that were there before in the same order, which are ignored (algorithms.md 2.1). */
function withoutDuplicates(channels: readonly MontageChannel[]): MontageChannel[] {
  const seen = new Set<string>();
  return channels.filter((channel) => !seen.has(pairOf(channel)) && seen.add(pairOf(channel)));
}

/** As they are kept: each pair once, no blank aliases, nothing but pair and alias. */
export const keptChannels = (channels: readonly MontageChannel[]): MontageChannel[] =>
  withoutDuplicates(channels).map(({ first, second, alias }) => {
    const named = tidy(alias ?? "");
    return named === "" ? { first, second } : { first, second, alias: named };
  });

/** The name that is saved: the typed one, else the old one, else 'New Montage' (spec 001 section 5). */
export const savedName = (typed: string, old: string): string => tidy(typed) || tidy(old) || montageText.noName;

/**
 * The chains of channels in a row, between which half a row is left: a channel goes on with the one before where it begins
 * at that one's end, or has the same second input and lies in the same column of the head. The Standard montages are cut so.
 */
export function chainsOf<Channel extends ReadChannel>(channels: readonly Channel[]): Channel[][] {
  const chains: Channel[][] = [];
  let before: Channel | null = null;
  for (const channel of channels) {
    const isSame: boolean =
      before !== null &&
      (before.second === channel.first ||
        (before.second === channel.second && columnOf(before.first) === columnOf(channel.first)));
    if (isSame) chains[chains.length - 1].push(channel);
    else chains.push([channel]);
    before = channel;
  }
  return chains;
}

/** From left to right: temporal, beside the middle, middle, and the same on the right; other inputs stand together. */
function columnOf(input: string): string {
  const [, digit] = /^[A-Z][a-z]*(z|\d)$/.exec(input) ?? [];
  if (digit === undefined || !isInput(input) || /^[XY]/.test(input)) return "other";
  if (digit === "z") return "middle";
  const side = Number(digit) % 2 === 1 ? "left" : "right";
  return digit === "7" || digit === "8" ? `${side} temporal` : side;
}

/** What makes a montage, whoever's it is. */
export interface MontageDefinition {
  readonly id: number;
  readonly name: string;
  readonly channels: readonly Readonly<MontageChannel>[];
}

/** As the review draws it. */
export const montageOf = ({ id, name, channels }: MontageDefinition, type: MontageSection): Montage => ({
  ...{ id, name, type },
  chains: chainsOf(channels),
});

/** What is picked on the map, and the channels so far. */
export interface Picking {
  readonly channels: readonly MontageChannel[];
  /** The first input of the channel that is being made; null: none is picked. */
  readonly picked: string | null;
}

/** A channel more; one that is there already, or one too many, changes nothing. */
function withPair(channels: readonly MontageChannel[], first: string, second: string): readonly MontageChannel[] {
  const isThere = channels.some((channel) => pairOf(channel) === pairOf({ first, second }));
  return isThere || channels.length >= montageLimits.channels ? channels : [...channels, { first, second }];
}

/**
 * A press on an input of the map (spec 001 section 4): the first is picked, the second makes a channel, the same one again lets
 * go. `isRef`: an internal input makes a channel with REF at once. Where there are as many as may be, a press lets go.
 */
export function withPress(
  { channels, picked }: Picking,
  { id, group }: { readonly id: string; readonly group: "Internal" | "External" },
  isRef: boolean,
): Picking {
  if (channels.length >= montageLimits.channels) return { channels, picked: null };
  if (isRef && group === "Internal") return { channels: withPair(channels, id, "REF"), picked: null };
  if (picked === null) return { channels, picked: id };
  if (picked === id) return { channels, picked: null };
  return { channels: withPair(channels, picked, id), picked: null };
}

/** With channels moved before or after another one, in the order they had. */
export function withMovedChannels(
  channels: readonly MontageChannel[],
  moved: ReadonlySet<string>,
  { target, isAfter }: { target: string; isAfter: boolean },
): readonly MontageChannel[] {
  const at = channels.findIndex((channel) => pairOf(channel) === target);
  if (at < 0) return channels;
  const isMoved = (channel: MontageChannel) => moved.has(pairOf(channel));
  const rest = channels.filter((channel) => !isMoved(channel));
  // A target that moves along stands for what stays before it.
  const before = channels.slice(0, at + Number(isAfter)).filter((channel) => !isMoved(channel)).length;
  return [...rest.slice(0, before), ...channels.filter(isMoved), ...rest.slice(before)];
}

export const isSameChannels = (a: readonly MontageChannel[], b: readonly MontageChannel[]): boolean =>
  JSON.stringify(keptChannels(a)) === JSON.stringify(keptChannels(b));
