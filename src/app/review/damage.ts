/** What of a recording is not what was stored, in words. */
import { bareLabel } from "../../domain/montage/montage.ts";
import { clockOf, type DayHours } from "../../domain/time/clock.ts";
import type { Span } from "../../domain/time/view-span.ts";
import type { RecordingDetail } from "../../protocol/recordings.ts";
import { damageText } from "../../protocol/text/damage-text.ts";
import type { RowInputs } from "./plot/masked-rows.ts";

/** So many parts are named; the others are counted. */
const mostNamed = 3;

/** The sentence over the picture; null when nothing is known to be damaged. */
export function damageSentence(recording: RecordingDetail, hours: DayHours = 12): string | null {
  if (!recording.is_damaged) return null;
  const clock = clockOf(recording, hours);
  const isGone = (modality: string) =>
    recording.groups.some((group) => group.modality === modality && group.segments.length === 0);
  const names = recording.damage.map(({ modality, start_ms, end_ms }) =>
    isGone(modality)
      ? damageText.wholeGroup(modality)
      : damageText.part(modality, clock.dateTime(start_ms), clock.dateTime(end_ms)),
  );
  const parts = [...new Set(names)];
  if (recording.has_damaged_annotations) parts.push(damageText.annotations);
  const named = parts.length > mostNamed + 1 ? parts.slice(0, mostNamed) : parts;
  if (named.length < parts.length) named.push(damageText.more(parts.length - named.length));
  return damageText.banner(named.join(", "));
}

/** Says which of these channels have a part in view that is not what was stored, each once; "": none. */
export function damageInView(
  inputs: RowInputs,
  recordings: readonly Pick<RecordingDetail, "data_object_id" | "groups" | "damage">[],
  { startMs, endMs }: Span,
): string {
  const isDamaged = (label: string, { groups, damage }: (typeof recordings)[number]) =>
    damage.some(
      ({ modality, start_ms, end_ms }) =>
        start_ms < endMs &&
        end_ms > startMs &&
        groups.some((group) => group.modality === modality && group.channels.some((each) => each.label === label)),
    );
  const damaged = inputs.filter(({ dataObjectId, label }) =>
    recordings.some((recording) => recording.data_object_id === dataObjectId && isDamaged(label, recording)),
  );
  const names = [...new Set(damaged.map(({ label }) => bareLabel(label)))];
  return names.length === 0 ? "" : damageText.inView(names.join(", "));
}
