import { type DayHours, dateAndSecond, viewerZone } from "../../../domain/time/clock.ts";

/** "11/20/2026 02:14:07 PM" in the viewer's zone: activity happens where people are. */
export const timeText = (ms: number, hours: DayHours): string => dateAndSecond(ms, viewerZone(), hours);
