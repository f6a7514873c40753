/** Fitting the sensitivities to what is on the screen, and going back: one proxy, and the functions here as its only writers. */
import { proxy } from "valtio";
import { type Sensitivities, sensitivityChoices } from "../../../../domain/montage/display.ts";
import type { Drawn } from "../../../../domain/montage/drawn-rows.ts";
import { auxRowKinds, type RowKind } from "../../../../domain/montage/electrodes.ts";
import { fittingSensitivity, isClosed, type TraceInk } from "../../../../domain/montage/fit.ts";
import type { GridView } from "../../../../picture/grid-view.ts";
import type { TraceTile } from "../../../../render/types.ts";
import { rowInk } from "./ink.ts";
import { type EegProps, sensitivitiesOf, sensitivityOf, setSensitivity } from "./props.ts";

const kinds: readonly RowKind[] = ["eeg", ...auxRowKinds];

export interface Fit {
  /** Sensitivities that fit the page, as last measured, of the kinds of rows there was something to measure of. */
  fitting: Readonly<Partial<Sensitivities>>;
  /** What is fitted is told of these rows: the EEG, or where there is none the first kind that the window shows. */
  lead: RowKind;
  /** Their ink closes at the present sensitivity. */
  isClosed: boolean;
  /** What was chosen before it was fitted, and what it was fitted to. */
  undo: { readonly from: Sensitivities; readonly to: Sensitivities } | null;
}

export const createFit = (): Fit => proxy<Fit>({ fitting: {}, lead: "eeg", isClosed: false, undo: null });

/** A page shown this long is measured. */
const restMs = 200;

/** Measures what is on the screen once it rests; `cancel` ends it. */
export function createFitMeter(fit: Fit): {
  touch: (look: () => FitLook) => void;
  cancel: () => void;
} {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    touch(look) {
      clearTimeout(timer);
      timer = setTimeout(() => measure(fit, look()), restMs);
    },
    cancel: () => clearTimeout(timer),
  };
}

export interface FitLook {
  readonly drawn: Drawn;
  readonly tiles: readonly TraceTile[];
  readonly view: GridView;
  readonly sensitivities: Sensitivities;
  /** CSS px. */
  readonly rowHeightPx: number;
  readonly pixelsPerMm: number;
}

function measure(fit: Fit, { drawn, tiles, view, sensitivities: now, ...scale }: FitLook): void {
  const fitting: Partial<Record<RowKind, number>> = {};
  const lead = kinds.find((kind) => drawn.channels.some((channel) => channel.kind === kind)) ?? "eeg";
  for (const kind of kinds) {
    const inks: TraceInk[] = drawn.channels
      .filter((channel) => channel.kind === kind && channel.missing.length === 0)
      .flatMap(({ row }) => rowInk(tiles, row, view) ?? []);
    const fitted = fittingSensitivity(inks, sensitivityChoices(kind), scale);
    if (fitted !== null) fitting[kind] = fitted;
    if (kind === lead) fit.isClosed = isClosed(inks, now[kind], scale);
  }
  fit.lead = lead;
  fit.fitting = fitting;
}

/** The sensitivities are as they were fitted. */
export const isFitted = ({ undo }: Readonly<Pick<Fit, "undo">>, props: Readonly<EegProps>): boolean =>
  undo !== null &&
  kinds.every((kind) => undo.to[kind] === sensitivityOf(props, kind)) &&
  kinds.some((kind) => undo.from[kind] !== undo.to[kind]);

/** Fits the traces to their rows, or goes back to what was chosen when they are fitted already. */
export function toggleFit(fit: Fit, props: EegProps): void {
  const { undo } = fit;
  if (undo !== null && isFitted(fit, props)) {
    for (const kind of kinds) setSensitivity(props, kind, undo.from[kind]);
    fit.undo = null;
    return;
  }
  const from = sensitivitiesOf(props);
  const to = { ...from, ...fit.fitting };
  for (const kind of kinds) setSensitivity(props, kind, to[kind]);
  fit.undo = { from, to };
}
