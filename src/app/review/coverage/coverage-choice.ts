/** Whose reviewed time the timeline shows, and of which pages: the reader's choice, one of their settings. */
import { chooseSetting, currentSettings, useSettings } from "../../documents/index.ts";
import type { CoverageChoice } from "./coverage-store.ts";

/** On longer pages EEG is not read: an hour of numbers on the screen is no hour of EEG that was reviewed. */
const usual: CoverageChoice = { show: "mine", page: 60 };

export const coverageChoice = (): CoverageChoice => currentSettings().coverage ?? usual;

/** For components: they draw again when it changes. */
export const useCoverageChoice = (): CoverageChoice => useSettings().coverage ?? usual;

export const chooseCoverage = (choice: CoverageChoice): void => chooseSetting("coverage", choice);
