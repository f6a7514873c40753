/** Fitting the sensitivities to what is on the screen, and going back: one proxy, and the functions here as its only writers. */
import { proxy } from "valtio";
import { auxSensitivities, sensitivities } from "../../../../domain/display.ts";
import { fittingSensitivity, isClosed, type TraceInk } from "../../../../domain/fit.ts";
import type { TraceTile } from "../../../../render/types.ts";
import type { Drawn } from "./drawn.ts";
import { rowInk } from "./ink.ts";
import { type EegProps, setAuxSensitivity, setSensitivity } from "./props.ts";
import type { GridView, Sensitivities } from "./trace-view.ts";

export interface Fit {
  /** Sensitivities that fit the page, as last measured; null: nothing to measure. */
  eeg: number | null;
  aux: number | null;
  /** The ink closes at the present sensitivity. */
  isClosed: boolean;
  /** What was chosen before it was fitted, and what it was fitted to. */
  undo: { readonly from: Sensitivities; readonly to: Sensitivities } | null;
}

export const createFit = (): Fit => proxy<Fit>({ eeg: null, aux: null, isClosed: false, undo: null });

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
}

function measure(fit: Fit, { drawn, tiles, view, sensitivities: now, rowHeightPx }: FitLook): void {
  const inksOf = (isAux: boolean): TraceInk[] =>
    drawn.channels
      .filter(({ side, missing }) => (side === "aux") === isAux && missing.length === 0)
      .flatMap(({ row }) => rowInk(tiles, row, view) ?? []);
  const [eeg, aux] = [inksOf(false), inksOf(true)];
  fit.eeg = fittingSensitivity(eeg, sensitivities, rowHeightPx);
  fit.aux = fittingSensitivity(aux, auxSensitivities, rowHeightPx);
  fit.isClosed = isClosed(eeg, now.eeg, rowHeightPx);
}

/** The sensitivities are as they were fitted. */
export const isFitted = ({ undo }: Readonly<Fit>, props: Readonly<EegProps>): boolean =>
  undo !== null &&
  undo.to.eeg === props.sensitivityMicroVolts &&
  undo.to.aux === props.auxSensitivityMicroVolts &&
  (undo.from.eeg !== undo.to.eeg || undo.from.aux !== undo.to.aux);

/** Fits the traces to their rows, or goes back to what was chosen when they are fitted already. */
export function toggleFit(fit: Fit, props: EegProps): void {
  const from = { eeg: props.sensitivityMicroVolts, aux: props.auxSensitivityMicroVolts };
  if (fit.undo !== null && isFitted(fit, props)) {
    setSensitivity(props, fit.undo.from.eeg);
    setAuxSensitivity(props, fit.undo.from.aux);
    fit.undo = null;
    return;
  }
  const to = { eeg: fit.eeg ?? from.eeg, aux: fit.aux ?? from.aux };
  setSensitivity(props, to.eeg);
  setAuxSensitivity(props, to.aux);
  fit.undo = { from, to };
}
