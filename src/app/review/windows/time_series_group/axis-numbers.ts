/** Which numbers stand at the y axis of a graph of lines, and where: as many as are read, two at least where two have room. Pure; CSS px. */
import { type ValueRange, type ValueTick, valueTicks } from "../../../../domain/montage/value-axis.ts";

export interface AxisNumber extends ValueTick {
  /** Middle of its label, from the top of the graph's body: beside its tick, unless it would be cut there. */
  readonly middle: number;
}

/** What an axis has room for. */
export interface AxisRoom {
  readonly height: number;
  /** Of numbers above the body: its head, which leaves the margin free. */
  readonly above: number;
  /** So many letters of a number reach no name. */
  readonly letters: number;
}

/** Usual room of a tick; height of a number. */
const tickRoomPx = 22;
const numberPx = 10;
const mostTicks = 5;
const mostDigits = 6;

/** A number is written no nearer to the ends of its axis; beside a head it reaches up to this far into it, and below into the foot. */
const ends = { first: 5, last: 4 } as const;
const beyondPx = { above: 3, below: 1 } as const;

/** Of the left margin: what lies between a number and the plot, what a letter of a name and of a number takes. */
const marginPx = { least: 75, end: 9, name: 6.6, number: 6.4, unit: 18 } as const;

/** What long names leave in any case: the margin grows with them (`leftMargin`). */
const leastLetters = 5;

/** Letters of a number that reach no name. `title`: what stands beside the graph, "" where nothing does. */
export function lettersBeside(title: string): number {
  const { least, end, name, number, unit } = marginPx;
  return Math.max(leastLetters, Math.floor((least - end - Math.max(unit, title.length * name)) / number));
}

/**
 * Round values whose numbers can be read: none lies over another. Where only one of the usual ones has room, two of finer ones; where no
 * two of them are short enough, values as near to the ends of the range as their digits allow. `yOf`: where a value stands.
 */
export function axisNumbers(range: ValueRange, room: AxisRoom, yOf: (value: number) => number): AxisNumber[] {
  const { height, letters } = room;
  const thinned = (ticks: readonly ValueTick[]) => {
    let last = Number.POSITIVE_INFINITY;
    return placeNumbers(ticks, room, yOf).filter(({ middle }) => {
      const fits = last - middle >= numberPx;
      if (fits) last = middle;
      return fits;
    });
  };
  const tellsScale = (numbers: readonly AxisNumber[]) =>
    numbers.length > 1 && numbers.every(({ label }) => label.length <= letters);
  const usual = thinned(valueTicks(range, Math.min(mostTicks, Math.floor(height / tickRoomPx) + 1)));
  if (usual.length > 1) return usual;
  for (let most = 2; most <= mostTicks; most++) {
    const finer = thinned(valueTicks(range, most));
    if (tellsScale(finer)) return finer;
  }
  for (let digits = 0; digits <= mostDigits; digits++) {
    const nearEnds = pairAt(range, digits);
    const pair = nearEnds === null ? [] : apart(placeNumbers(nearEnds, room, yOf), limitsOf(room));
    if (tellsScale(pair)) return pair;
  }
  return usual.length > 0 ? usual : thinned(valueTicks(range, mostTicks)).slice(0, 1);
}

/** Each number beside its tick; at the ends of the axis where it is not cut. */
export function placeNumbers(
  ticks: readonly ValueTick[],
  room: AxisRoom,
  yOf: (value: number) => number,
): AxisNumber[] {
  const { highest, lowest } = limitsOf(room);
  return ticks.map((tick) => ({ ...tick, middle: Math.min(lowest, Math.max(highest, yOf(tick.value))) }));
}

const limitsOf = ({ height, above }: AxisRoom) =>
  above > 0
    ? { highest: -beyondPx.above, lowest: height - ends.last + beyondPx.below }
    : { highest: ends.first, lowest: height - ends.last };

/** The least and the greatest value of so many digits in a range; null where they are one. */
function pairAt({ min, max }: ValueRange, digits: number): ValueTick[] | null {
  const scale = 10 ** digits;
  const [low, high] = [Math.ceil(min * scale - 1e-9) / scale, Math.floor(max * scale + 1e-9) / scale];
  return low < high ? [low, high].map((value) => ({ value, label: plain(value, digits) })) : null;
}

const plain = (value: number, digits: number) => `${value < 0 ? "\u2212" : ""}${Math.abs(value).toFixed(digits)}`;

/** Two numbers that nearly have room, moved apart by what they lack; none where that is too far from their ticks. */
function apart([low, high]: AxisNumber[], { highest, lowest }: { highest: number; lowest: number }): AxisNumber[] {
  const lacking = numberPx - (low.middle - high.middle);
  if (lacking <= 0) return [low, high];
  const down = Math.min(lacking, lowest - low.middle);
  const up = lacking - down;
  if (lacking > 2 * beyondPx.above || high.middle - up < highest) return [];
  return [
    { ...low, middle: low.middle + down },
    { ...high, middle: high.middle - up },
  ];
}
