/** The frame of a page: what an EEG window draws of the same rows, samples and settings. */
import { usualSensitivities } from "../../domain/montage/display.ts";
import type { DrawnRow } from "../../domain/montage/drawn-rows.ts";
import { usualPixelsPerMm } from "../../domain/screen-scale.ts";
import { clockOf } from "../../domain/time/clock.ts";
import { plotBands, traceView } from "../../picture/grid-view.ts";
import { traceRows } from "../../picture/trace-rows.ts";
import type { RecordingDetail } from "../../protocol/recordings.ts";
import { frameOf } from "../../render/frame.ts";
import type { Frame, Stretch, TraceRow, TraceTile } from "../../render/types.ts";
import type { ColumnResult } from "../../signal/types.ts";
import { imageColours } from "./colours.ts";
import type { PagePlan } from "./page-plan.ts";
import type { ImageOrder } from "./service.ts";

let tiles = 0;

/** `flags`: of each row of the recipe, of each block of the plan. */
export function pageFrame(
  recording: RecordingDetail,
  order: ImageOrder,
  plan: PagePlan,
  columns: ColumnResult,
  flags: readonly Uint8Array[] | null,
): Frame {
  const { drawn, size, view } = plan;
  const colours = imageColours[order.theme ?? "light"];
  const tile = tileOf(plan, columns);
  const bands = plotBands({
    ...{ span: { startMs: order.start, endMs: order.end }, view, size, clock: clockOf(recording), group: drawn.group },
    ...{ tiles: [tile], failed: [], colours: colours.plot },
    recording: { startMs: recording.start_ms, endMs: recording.end_ms },
  });
  const sensitivities = { ...usualSensitivities, eeg: order.sensitivity };
  const rows = traceRows(drawn, sensitivities, 0, size, colours.sides, order.pixelsPerMm ?? usualPixelsPerMm);
  // What is flat, loud or fast in an EEG is as it should be in an ECG or a belt; of what is not calibrated nobody knows how many uV it is.
  const isJudged = ({ kind, isUncalibrated, unit }: DrawnRow) => kind === "eeg" && !isUncalibrated && unit === "uV";
  const judged = new Set(drawn.channels.filter(isJudged).map(({ row }) => row));
  const greyed = rows.map((row) =>
    flags === null || !judged.has(row.row) ? row : withGrey(row, plan, flags[row.row], colours.flagged),
  );
  const { background } = colours.plot;
  return frameOf(traceView(view, size, { background, bands, rows: greyed }), [tile]);
}

function withGrey(row: TraceRow, { flags }: PagePlan, own: Uint8Array, colour: Stretch["colour"]): TraceRow {
  const stretches: Stretch[] = [];
  own.forEach((flag, k) => {
    if (flag === 0 || flags === null) return;
    const [start, end] = [flags.edges[k], flags.edges[k + 1]];
    const last = stretches.at(-1);
    if (last?.end === start) stretches[stretches.length - 1] = { ...last, end };
    else stretches.push({ start, end, colour });
  });
  return stretches.length === 0 ? row : { ...row, stretches };
}

/** Columns of one sample are the samples themselves: a line goes through them. */
function tileOf({ grid, recipe }: PagePlan, { data, breaks }: ColumnResult): TraceTile {
  const { firstColumn, columns: count, samplesPerColumn } = grid;
  const shape = { id: ++tiles, rows: recipe.derivations.length, count, samplesPerColumn, breaks };
  const firstSample = firstColumn * samplesPerColumn;
  if (samplesPerColumn > 1) return { ...shape, firstSample, kind: "minmax", data };
  const samples = new Float32Array(data.length / 2);
  for (let k = 0; k < samples.length; k++) samples[k] = data[2 * k];
  return { ...shape, firstSample, kind: "samples", data: samples };
}
