/** Which steps the wizard has and in which order they come (spec 000 sections 2 and 4). */
import type { UploadSettings } from "../../../protocol/uploads.ts";

const allSteps = ["terms", "place", "patient", "data", "summary"] as const;
export type Step = (typeof allSteps)[number];

export type SkippingSettings = Pick<UploadSettings, "has_phi_warning" | "sites" | "projects">;

/** Terms are skipped without the terms warning, the place when there is one site and one project only. */
export const stepsOf = ({ has_phi_warning, sites, projects }: SkippingSettings): readonly Step[] =>
  allSteps.filter((step) => {
    if (step === "terms") return has_phi_warning;
    return step !== "place" || sites.length !== 1 || projects.length !== 1;
  });

/** Steps of the step bar: the terms stand before it. */
export const barSteps = (settings: SkippingSettings): readonly Step[] =>
  stepsOf(settings).filter((step) => step !== "terms");

/** The step after one. Opened for a patient, the wizard goes from the terms right to the data. */
export function nextStep(settings: SkippingSettings, step: Step, isPreset: boolean): Step | null {
  const steps = stepsOf(settings);
  if (step === "terms" && isPreset) return "data";
  return steps[steps.indexOf(step) + 1] ?? null;
}

/** The step before one; null on the first. */
export const previousStep = (settings: SkippingSettings, step: Step): Step | null => {
  const steps = stepsOf(settings);
  return steps[steps.indexOf(step) - 1] ?? null;
};

/** Where the wizard begins. */
export const firstStep = (settings: SkippingSettings, isPreset: boolean): Step => {
  const [first] = stepsOf(settings);
  return isPreset && first !== "terms" ? "data" : first;
};
