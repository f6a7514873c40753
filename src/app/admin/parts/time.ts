import { clockOf } from "../../../domain/clock.ts";

/** Zone of whoever looks: activity happens where people are, not where a recording is. */
export const viewerZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** "11/20/2026 02:14:07 PM" in the viewer's zone. */
export const timeText = (ms: number): string =>
  clockOf({ start_ms: 0, is_start_known: true, timezone: viewerZone() }).dateTime(ms);
