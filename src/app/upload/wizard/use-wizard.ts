import { useSnapshot } from "valtio";
import { type WizardState, wizard } from "./state.ts";

/** The wizard's state as components read it: they draw again when what they read changes. */
export const useWizard = (): Readonly<WizardState> => useSnapshot(wizard) as Readonly<WizardState>;

/** The same at once, within the event that changed it: for fields, whose caret would jump otherwise. */
export const useWizardNow = (): Readonly<WizardState> => useSnapshot(wizard, { sync: true }) as Readonly<WizardState>;
