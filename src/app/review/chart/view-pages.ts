/** The pages that a view touches, and what is asked for of a signal in one. Pure. */
import { firstSampleAt } from "../../../domain/time/sample-time.ts";
import { lengthOf, type Span } from "../../../domain/time/view-span.ts";
import type { WantedPage } from "../../../feed/types.ts";
import { type PageForm, pageLimits } from "../../../protocol/pages.ts";
import type { FoundSignal } from "./signals.ts";

/** A view is never so exact that a millionth of its length says anything. */
const rounding = 1e-6;

/**
 * Whole pages [k * length, (k + 1) * length) from the start of the file on that the view touches: two, or one where it lies on them
 * (algorithms.md 6). The length is that of the view, in whole ms.
 */
export function pagesTouching(view: Span, fileStartMs: number): readonly Span[] {
  const length = Math.max(1, Math.round(lengthOf(view)));
  const first = Math.floor((view.startMs - fileStartMs) / length + rounding);
  const end = Math.max(first + 1, Math.ceil((view.endMs - fileStartMs) / length - rounding));
  return Array.from({ length: end - first }, (_, k) => ({
    startMs: fileStartMs + (first + k) * length,
    endMs: fileStartMs + (first + k + 1) * length,
  }));
}

/** What is fetched ahead of a view that plays: of so many ms of playing, and so many pages at most. */
const aheadMs = 1000;
const mostAhead = 6;
const looks = 8;

/** Pages that a view comes to within a second at that speed and does not touch yet, the first first; never beyond the end of the file. */
export function spansAhead(
  { startMs, endMs }: Span,
  touched: readonly Span[],
  how: { speed: number; endMs: number; spansOf: (view: Span) => readonly Span[] },
): readonly Span[] {
  const known = new Set(touched.map((span) => span.startMs));
  const found: Span[] = [];
  const furthest = Math.min(how.speed * aheadMs, how.endMs - endMs);
  // No further at a time than the view is long, or a page that it comes to is passed over.
  const step = Math.min(Math.max(furthest / looks, 1), Math.max(endMs - startMs, 1));
  for (let k = 1; (k - 1) * step < furthest && found.length < mostAhead; k++) {
    const moved = Math.min(k * step, furthest);
    for (const span of how.spansOf({ startMs: startMs + moved, endMs: endMs + moved })) {
      if (known.has(span.startMs) || found.length >= mostAhead) continue;
      known.add(span.startMs);
      found.push(span);
    }
  }
  return found;
}

/** Where what a page says ends: a mean is one of its whole period, which may end after the page. */
function heldUntilMs(form: PageForm, endMs: number, samplingHz: number): number {
  if (form.kind === "resampled") return Math.ceil(endMs / form.period_ms) * form.period_ms;
  // A window of an optimum has the value of the index at its end, too.
  return form.kind === "optimum" ? endMs + 1000 / samplingHz : endMs;
}

/** `masks`: the revision of what is masked, where artifacts are left out; null: they count. */
export function pageOf(
  { recording, group }: Pick<FoundSignal, "recording" | "group">,
  { startMs, endMs }: Span,
  form: PageForm,
  masks: number | null,
): WantedPage {
  const { data_object_id, data_version, patient_id } = recording;
  const count = group.sample_count;
  // What the signal ends in is another page once it has grown.
  const isTail =
    firstSampleAt(recording.start_ms, group.sampling_hz, heldUntilMs(form, endMs, group.sampling_hz)) > count;
  const key = [data_object_id, data_version, group.modality, startMs, endMs, form, masks, ...(isTail ? [count] : [])];
  return {
    key: JSON.stringify(key),
    request: {
      ...{ patient_id, data_object_id },
      modality_sources: [{ modality: group.modality, data_object_id, data_version }],
      ...{ start: startMs, end: endMs, pixel_count: pageLimits.minPixelCount, form },
    },
  };
}
