/** What playback does while data are late: the reader's choice, one of their settings. */
import { proxy } from "valtio";
import type { Pace } from "../../../domain/time/pace.ts";
import { chooseSetting, currentSettings, onSettingsChange } from "../../documents/index.ts";

/** Follows the settings as long as the page lives. */
export const paceSetting = proxy<{ pace: Pace }>({ pace: kept() });
onSettingsChange(() => {
  paceSetting.pace = kept();
});

export const currentPace = (): Pace => paceSetting.pace;

export const setPace = (pace: Pace): void => chooseSetting("pace", pace);

function kept(): Pace {
  return currentSettings().pace ?? "slow";
}
