import { percentText } from "./percent-text.ts";

/** Words about artifacts in the windows of a review. */
export const artifactText = {
  artifacts: "Artifacts",
  modes: { show: "Show", hide: "Hide", out: "Leave out" },
  /** What the button of the menu shows. */
  values: { show: "Artifacts", hide: "Artifacts hidden" },
  loading: "Artifacts...",
  unknown: "Artifacts not known",
  leftOut: (share: number) => `${percentText(share)} left out`,
  unknownShown: "Artifacts are not known, so none are marked. They are asked for again.",
  unknownLeftOut: "Artifacts are not known, so nothing is drawn without them. They are asked for again.",
} as const;
