/** What the EEG window of the EEG image service says (spec 2.14; spec 001 section 8). */
export const words = {
  noVisibleTraces: "This window shows pictures: which channels they are of is not known here.",
  title: "Persyst EEG",
  configure: "Configure Persyst",
  montage: "Montage",
  noMontage: "No montage",
  noMontageHint: "The EEG image service has no montage for this recording.",
  searchMontages: "Search montages",
  noMatch: "No montage of that name",
  sensitivity: "Sensitivity",
  artifactReduction: {
    label: "AR",
    on: "On",
    off: "Off",
    hint: "Artifact reduction. On: stretches of 2 s in which an EEG channel is flat (less than 0.5 \u00b5V peak to peak), beyond \u00b11000 \u00b5V or at the end of the converter, full of muscle (over 20 \u00b5V above 30 Hz) or mostly missing are drawn grey. No value is changed.",
  },
  label: (montage: string, span: string, sensitivity: string) =>
    `EEG images, ${montage}, ${span}, ${sensitivity}. Made by the EEG image service.`,
  labels: (montage: string) => `Channels of ${montage}, as a picture`,
} as const;
