/** What playback does while data are late: the reader's choice, kept in this browser. */
import { proxy } from "valtio";
import { isPace, type Pace } from "../../../domain/pace.ts";

const key = "connect.pace";

export const paceSetting = proxy<{ pace: Pace }>({ pace: kept() });

export const currentPace = (): Pace => paceSetting.pace;

export function setPace(pace: Pace): void {
  paceSetting.pace = pace;
  try {
    localStorage.setItem(key, pace);
  } catch {
    // Storage may be blocked: the choice then lasts as long as the page.
  }
}

function kept(): Pace {
  try {
    const value = localStorage.getItem(key);
    return isPace(value) ? value : "slow";
  } catch {
    return "slow";
  }
}
