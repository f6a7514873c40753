/** "events": spreading depolarisations in derived channels (algorithms.md 11.2). The same whatever the pages; every page looks 25 minutes further on both sides. */
import { maskedOf, maskedShare } from "../../../domain/annotations/masks.ts";
import { groupFor, pairNamed } from "../../../domain/montage/montage.ts";
import { standardMontages } from "../../../domain/montage/standard-montages.ts";
import type { EventsBlock } from "../../../protocol/page-codec.ts";
import { type PageFormOf, sdEventsModality, sdPageMs, sdThresholds } from "../../../protocol/pages.ts";
import type { Derivation, Term } from "../../../protocol/recipe.ts";
import type { Channel } from "../../../protocol/recordings.ts";
import { compileRecipe } from "../../../signal/compile.ts";
import { ParameterError } from "../../../signal/parameter-error.ts";
import { judgeSd, type SdCandidate, sdReachSeconds } from "../../../signal/sd-events.ts";
import { fitsSd, type SdFeatures } from "../../../signal/sd-features.ts";
import { endOfSamples } from "../../analysis/index.ts";
import { PageRefused, refusals } from "../page-refused.ts";
import { sdChunkSeconds, sdFeatureWork, sdSearch } from "./sd-work.ts";
import { headOf, type PageSource, type PageTask } from "./task.ts";

type Form = PageFormOf<"events">;

/** Features of a page: a day of a montage, several hours of a grid of strips. */
const mostFeatureBytes = 64 * 1024 * 1024;
const reachMs = sdReachSeconds * 1000;
const noFilters = { lff: null, hff: null, notch: null };

/** Work of the search against that of the features, roughly. */
const searchShare = 0.05;

export const events: PageTask<"events"> = {
  kind: "events",
  groupOf: (recording, modality) =>
    modality === sdEventsModality
      ? groupFor(recording, standardMontages[0])
      : (recording.groups.find((group) => group.modality === modality) ?? null),
  check(form, _columns, group) {
    const { channels } = form;
    const derivations = derivationsOf(form, group);
    if (channels.length !== derivations.length) throw new PageRefused("bad_request", refusals.channelNames);
    if (!fitsSd(group.sampling_hz)) throw new PageRefused("bad_request", refusals.tooSlowForSd);
    try {
      compileRecipe({ derivations, filters: noFilters }, group.sampling_hz, group.channels.length);
    } catch (error) {
      if (!(error instanceof ParameterError)) throw error;
      throw new PageRefused("bad_request", refusals.badRecipe(error.message));
    }
  },
  bytes: ({ channels }, _columns, { group, first, end }) =>
    8 * channels.length * ((end - first) / group.sampling_hz + 2 * sdReachSeconds),
  mostBytes: mostFeatureBytes,
  tooLarge: refusals.tooManySeconds,
  make({ source, form, asker, span }, tools) {
    const derivations = derivationsOf(form, source.group);
    const thresholdUv = form.threshold_uv ?? sdThresholds.usual;
    const chunkMs = sdChunkSeconds * 1000;
    const firstChunk = Math.floor((span.start - reachMs) / chunkMs);
    const endChunk = Math.ceil((span.end + reachMs) / chunkMs);
    const features = tools.sdFeatures({ source, derivations, firstChunk, endChunk }, asker);
    let searched = () => 0;
    const block = async (): Promise<EventsBlock> => {
      const made = await features.result;
      const tally = tallyOf(made, { form, source, span, originMs: firstChunk * chunkMs });
      const search = tools.compute(source, { task: sdSearch, input: { features: made, thresholdUv } }, asker);
      searched = search.progress;
      const found = eventsOf(await search.result, { form, source, span, originMs: firstChunk * chunkMs });
      return {
        kind: "events",
        ...headOf(source, source.first, source.end, Number.POSITIVE_INFINITY),
        ...{ modality: sdEventsModality, rows: derivations.length, threshold_uv: thresholdUv },
        ...{ calculationWindowMs: sdPageMs, calculationPeriodMs: sdPageMs, ...found, tally },
        data: new Float64Array(0),
      };
    };
    return {
      result: block(),
      progress: () => features.progress() * (1 - searchShare) + searched() * searchShare,
    };
  },
  threadTasks: [sdFeatureWork, sdSearch],
};

/** Filters of a row are those of its traces: what is looked for lies below them. Nothing is found in what is not in uV: thresholds and amplitudes are. */
const derivationsOf = ({ channels, derivations }: Form, group: PageSource["group"]): Derivation[] =>
  (derivations ?? channels.map((name) => pairNamed(name, group))).map(({ first, second }) =>
    [first, second].every((term) => isInMicroVolts(term, group))
      ? { first, second }
      : { first: missing, second: missing },
  );

const missing: Term = { kind: "missing" };

function isInMicroVolts(term: Term, { channels }: PageSource["group"]): boolean {
  const inputs = term.kind === "channel" ? [term.index] : "members" in term ? term.members : [];
  // What the group does not have is refused by its number.
  return inputs.every((index) => channels[index] === undefined || isCalibratedVoltage(channels[index]));
}

const isCalibratedVoltage = ({ unit, is_uncalibrated }: Channel): boolean => unit === "uV" && !is_uncalibrated;

interface Page {
  form: Form;
  source: PageSource;
  span: { start: number; end: number };
  /** Time of the first second of the features. */
  originMs: number;
}

function eventsOf(
  candidates: readonly SdCandidate[],
  { form: { channels }, source, span, originMs }: Page,
): Pick<EventsBlock, "events" | "provisional_from_ms"> {
  const timeOf = (second: number) => originMs + second * 1000;
  const provisional_from_ms = (endOfSamples(source.group) ?? span.start) - reachMs;
  const events = judgeSd(candidates, channels.length)
    .map(({ row, onset, amplitude, depressionDb, spread, isConfirmed }) => ({
      ...{ channel: channels[row], row, onset_ms: timeOf(onset), amplitude_uv: amplitude, depression_db: depressionDb },
      spread: spread.map((other) => ({ channel: channels[other.row], row: other.row, delay_ms: other.delay * 1000 })),
      is_confirmed: isConfirmed,
      is_provisional: timeOf(onset) >= provisional_from_ms,
    }))
    .filter(({ onset_ms }) => onset_ms >= span.start && onset_ms < span.end);
  return { events, provisional_from_ms };
}

/** Seconds of the rows in the page: those that begin in it. */
function tallyOf({ means, rows, seconds }: SdFeatures, { form, source, span, originMs }: Page): EventsBlock["tally"] {
  const from = Math.ceil((span.start - originMs) / 1000);
  const to = Math.ceil((span.end - originMs) / 1000);
  let present = 0;
  for (let row = 0; row < rows; row++)
    for (let k = from; k < to; k++) present += Number(!Number.isNaN(means[row * seconds + k]));
  const expected = rows * (to - from);
  const { masks, group } = source;
  if (masks === undefined) return { expected, masked: 0, present };
  const masked = derivationsOf(form, group).map((derivation) => maskedOf(masks, labelsOf(derivation, group)));
  return { expected, masked: Math.round(expected * maskedShare(masked, span.start, span.end)), present };
}

/** The channels that a row is nothing without: of a mean, those that it is of may be masked one by one. */
function labelsOf({ first, second }: Derivation, { channels }: PageSource["group"]): string[] {
  return [first, second].flatMap((term) => {
    if (term.kind === "channel") return [channels[term.index].label];
    return term.kind === "neighbours" ? term.members.map((member) => channels[member].label) : [];
  });
}
