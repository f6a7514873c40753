export { currentHours, setHours, useHours } from "./day-hours.ts";
export {
  chooseSetting,
  chooseTheme,
  currentSettings,
  onSettingsChange,
  useSettings,
} from "./page-settings.ts";
export { tieSettings } from "./tie-settings.ts";
export { UnsavedSettings } from "./UnsavedSettings.tsx";
export { useTableColumns } from "./use-table-columns.ts";
