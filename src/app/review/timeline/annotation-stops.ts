/** What playback does at annotations: the reader's choice, one of their settings. */
import type { AtAnnotations } from "../../../protocol/personal-settings.ts";
import { chooseSetting, currentSettings, onSettingsChange, useSettings } from "../../documents/index.ts";

const usual: AtAnnotations = { act: "nothing", filter: "", factor: 10, margin_s: 5 };

/** For components: they draw again when it changes. */
export const useAtAnnotations = (): AtAnnotations => useSettings().at_annotations ?? usual;

export const setAtAnnotations = (value: AtAnnotations): void => chooseSetting("at_annotations", value);

/** For what is not React. */
export const annotationStops = {
  settingOf: (): AtAnnotations => currentSettings().at_annotations ?? usual,
  onSetting: onSettingsChange,
};
