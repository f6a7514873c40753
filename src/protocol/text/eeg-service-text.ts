/** What is said of the EEG image service (spec 001 sections 2.14 and 8). */
export const eegServiceText = {
  /** Spec 001 section 8, word by word. */
  unavailable: "Persyst is unavailable",
  unavailableHint: "The EEG image service knows no EEG of this recording.",
  unreached: "The EEG image service could not be reached. Ask your administrator whether it is running.",
  refused: "The EEG image service refused the request. Ask your administrator to look at its settings.",
  notUnderstood: "The EEG image service gave an answer that is not understood.",
  notAnImage: "The EEG image service gave something that is no picture of the size that was asked for.",
  tooLarge: "The EEG image service gave more than a picture may have.",
  timedOut: "Page load timed out.",
  /** Spec 001 section 8, word by word. */
  notDecoded: "Failed to decode data.",
  /** Of pictures that a service elsewhere made. */
  whole: {
    label: "All pictures are here",
    hint: "These are pictures of the EEG service of your site. How they were computed is not known here.",
  },
  loading: "Asking the EEG image service",
  noMontage: "The EEG image service has no such montage for this recording.",
  tooLong: "EEG images are of pages of 1 hour at most. Choose a shorter page.",
  noPanel: "The EEG image service has no such panel of trends.",
  noTrends: "The EEG image service has no EEG of this recording that trends could be made of.",
  trendsTooLong: "Images of trends are of pages of 31 days at most. Choose a shorter page.",
  tooManyPixels: "The EEG image would have too many pixels. Make the window smaller.",
} as const;
