/** How times of a recording are written: the reader's choice, kept in this browser. */
import { proxy, useSnapshot } from "valtio";
import type { DayHours } from "../../domain/clock.ts";

const key = "connect.clock";

const clockSetting = proxy<{ hours: DayHours }>({ hours: kept() });

export const currentHours = (): DayHours => clockSetting.hours;

/** For components: they draw again when it changes. */
export const useHours = (): DayHours => useSnapshot(clockSetting).hours;

export function setHours(hours: DayHours): void {
  clockSetting.hours = hours;
  try {
    localStorage.setItem(key, String(hours));
  } catch {
    // Storage may be blocked: the choice then lasts as long as the page.
  }
}

function kept(): DayHours {
  try {
    return localStorage.getItem(key) === "24" ? 24 : 12;
  } catch {
    return 12;
  }
}
