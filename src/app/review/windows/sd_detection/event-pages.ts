/** The pages of events that a view touches, and what is asked for of each. Pure. */
import { timeOfSample } from "../../../../domain/time/sample-time.ts";
import type { Span } from "../../../../domain/time/view-span.ts";
import type { WantedPage } from "../../../../feed/types.ts";
import { type PageFormOf, pageLimits, sdPageMs } from "../../../../protocol/pages.ts";
import type { RecordingDetail, SignalGroup } from "../../../../protocol/recordings.ts";

/** Boxes reach so far to both sides of an event (spec 2.12). ms */
export const boxHalfMs = 5 * 60_000;
/** What decides an event reaches so far behind it (algorithms.md 11.2). ms */
const reachMs = 25 * 60_000;
/** The end of what grows is asked for anew after so long. ms */
const tailMs = 60_000;

/**
 * Half hours of the epoch grid that hold the view, with one more on each side: events there reach into it, and what is turned to next is
 * here. Those of the view come first; none lies outside of what the group holds.
 */
export function eventPages(view: Span, held: Span): readonly Span[] {
  if (held.endMs <= held.startMs) return [];
  const first = Math.floor(view.startMs / sdPageMs);
  const end = Math.max(first + 1, Math.ceil(view.endMs / sdPageMs));
  const inView = Array.from({ length: end - first }, (_, k) => first + k);
  return [...inView, first - 1, end]
    .map((k) => ({ startMs: k * sdPageMs, endMs: (k + 1) * sdPageMs }))
    .filter(({ startMs, endMs }) => endMs > held.startMs && startMs < held.endMs);
}

/** Where the samples of a group lie. */
export const heldSpan = ({ start_ms }: Pick<RecordingDetail, "start_ms">, group: SignalGroup): Span => ({
  startMs: start_ms,
  endMs: timeOfSample(start_ms, group.sampling_hz, group.sample_count),
});

export interface EventPage {
  /** Without how far the group reached when it was asked for. */
  readonly name: string;
  readonly wanted: WantedPage;
}

/** `formKey`: tells forms apart. `masks`: the revision of what is masked, where artifacts are left out; null: they count. */
export function eventPage(
  { recording, group }: { recording: RecordingDetail; group: SignalGroup },
  { startMs, endMs }: Span,
  { form, formKey, masks }: { form: PageFormOf<"events">; formKey: string; masks: number | null },
): EventPage {
  const { data_object_id, data_version, patient_id } = recording;
  const name = [data_object_id, data_version, group.modality, startMs, formKey, masks].join(" ");
  const heldEndMs = heldSpan(recording, group).endMs;
  const isTail = endMs + reachMs > heldEndMs;
  // One that grows is not asked for anew with every second.
  const reached = recording.tail === undefined ? group.sample_count : `~${Math.floor(heldEndMs / tailMs)}`;
  return {
    name,
    wanted: {
      key: `events ${name}${isTail ? ` ${reached}` : ""}`,
      request: {
        ...{ patient_id, data_object_id, start: startMs, end: endMs, pixel_count: pageLimits.minPixelCount },
        modality_sources: [{ modality: group.modality, data_object_id, data_version }],
        form: masks === null ? form : { ...form, leaves_out_artifacts: true },
      },
    },
  };
}
