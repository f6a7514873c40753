import { clockOf, viewerZone } from "../../../domain/time/clock.ts";

/** "11/20/2026 02:14:07 PM" in the viewer's zone: activity happens where people are. */
export const timeText = (ms: number): string =>
  clockOf({ start_ms: 0, is_start_known: true, timezone: viewerZone() }).dateTime(ms);
