/** What a selected directory or file holds, in a line. */
import { isDirectoryKind } from "../../../../domain/files/upload-kinds.ts";
import { type DayHours, dateAndMinute, viewerZone } from "../../../../domain/time/clock.ts";
import { uploadText } from "../../../../protocol/text/upload-text.ts";
import type { SelectedRow } from "../state.ts";

const { data: words } = uploadText;

/**
 * "Segmented · 34 files · 19 channels · 06/01/2026 01:16 AM – 06/03/2026 04:58 PM (America/New_York)". Wall times are
 * written as they stand, without a zone; moments of a source that tells no zone in the viewer's.
 */
export function factsOf({ candidate, fileCount, kind }: SelectedRow, hours: DayHours): string {
  if (candidate === null) return words.files(fileCount);
  const { type, channels, startMs, endMs, timezone, isWallTime } = candidate.facts;
  const zone = isWallTime ? "UTC" : (timezone ?? viewerZone());
  const at = (ms: number) => dateAndMinute(ms, zone, hours);
  const written = (from: number) => (endMs === null ? at(from) : words.span(at(from), at(endMs)));
  return [
    ...(type === undefined ? [] : [type]),
    ...(isDirectoryKind(kind) ? [words.files(fileCount)] : []),
    ...(channels === undefined ? [] : [words.channels(channels)]),
    ...(startMs === null ? [] : [isWallTime ? written(startMs) : words.inZone(written(startMs), zone)]),
  ].join(" · ");
}
