/** How times are written, on every page: the reader's choice, one of their settings. */
import type { DayHours } from "../../domain/time/clock.ts";
import { chooseSetting, currentSettings, useSettings } from "./page-settings.ts";

const usual: DayHours = 12;

export const currentHours = (): DayHours => currentSettings().clock ?? usual;

/** For components: they draw again when it changes. */
export const useHours = (): DayHours => useSettings().clock ?? usual;

export const setHours = (hours: DayHours): void => chooseSetting("clock", hours);
