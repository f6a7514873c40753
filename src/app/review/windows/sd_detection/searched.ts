/** What is searched for spreading depolarisations of what is drawn, and with which threshold. Pure. */

import type { Drawn, DrawnRow } from "../../../../domain/montage/drawn-rows.ts";
import { electrodeKey, scalpElectrodes } from "../../../../domain/montage/electrodes.ts";
import { highPassOf, mostHighPassHz } from "../../../../domain/montage/prefilter.ts";
import { type PageFormOf, sdPageMs, sdThresholds } from "../../../../protocol/pages.ts";
import { inputsOf } from "../../rows/row-inputs.ts";

export interface Searched {
  /** In the order of the form: rows of events are positions here. */
  readonly rows: readonly DrawnRow[];
  readonly thresholdUv: number;
  readonly form: PageFormOf<"events">;
  /** Tells forms apart. */
  readonly key: string;
}

const scalp: ReadonlySet<string> = new Set(scalpElectrodes.map(electrodeKey));
const known = new WeakMap<Drawn, Searched | null>();

/**
 * The rows on the screen whose values are calibrated voltages; null without any. Where all their electrodes are on the scalp the
 * threshold is the scalp's (algorithms.md 11.2, 3). The same object for the same rows.
 */
export function searchedOf(drawn: Drawn): Searched | null {
  const found = known.get(drawn);
  if (found !== undefined) return found;
  const rows = drawn.channels.filter(
    ({ kind, missing, isUncalibrated, unit }) =>
      kind === "eeg" && missing.length === 0 && !isUncalibrated && unit === "uV",
  );
  const made = rows.length === 0 ? null : searchFor(drawn, rows);
  known.set(drawn, made);
  return made;
}

function searchFor(drawn: Drawn, rows: readonly DrawnRow[]): Searched {
  const derivations = rows.map(({ row }) => drawn.resolved.derivations[drawn.computed[row]]);
  const { channels } = drawn.group;
  const isScalp = derivations.every((each) =>
    inputsOf(each).every((index) => scalp.has(electrodeKey(channels[index].label))),
  );
  const thresholdUv = isScalp ? sdThresholds.scalp : sdThresholds.usual;
  const form: PageFormOf<"events"> = {
    ...{ kind: "events", analytic: "auto_sd_detection" },
    ...{ calculationWindowMs: sdPageMs, calculationPeriodMs: sdPageMs },
    channels: rows.map(({ id, name }) => (id.includes("-") ? id : name)),
    derivations: derivations.map(({ first, second }) => ({ first, second })),
    threshold_uv: thresholdUv,
  };
  return { rows, thresholdUv, form, key: JSON.stringify([form.channels, form.derivations, thresholdUv]) };
}

/** What the channels of each of these rows say of their own high-pass: the text that says the worst of it (`highPassOf`). */
export function rowPrefilters(drawn: Drawn, rows: readonly DrawnRow[]): readonly string[] {
  return rows.map(({ row }) => {
    const texts = inputsOf(drawn.resolved.derivations[drawn.computed[row]]).map(
      (index) => drawn.group.channels[index].prefilter,
    );
    const worst = texts.toSorted((a, b) => (highPassOf(b) ?? 0) - (highPassOf(a) ?? 0))[0] ?? "";
    const isKnown = (highPassOf(worst) ?? 0) > mostHighPassHz || texts.every((text) => highPassOf(text) !== null);
    return isKnown ? worst : "";
  });
}
