/** A name of ours: the specification shows none (spec 001 section 3, "two analysis-service windows"). */
export const persystEegKindId = "persyst_eeg";
