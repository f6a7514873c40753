/** What the montage library and its editor say (spec 001 sections 2.23, 4, 5 and 8); what no section says is ours. */
export const montageText = {
  refused: {
    tooManyChannels: "Max channels reached",
    notAPair: "A channel needs two different inputs.",
    twice: (pair: string) => `The channel ${pair} is in this montage twice.`,
    unknownInput: (name: string) => `There is no input called ${name}.`,
    alias: (most: number) => `An alias must be one line of ${most} characters at most.`,
    owner: "A montage belongs to whoever makes it.",
  },
  newName: "New montage",
  /** What one is saved under that has never had a name. */
  noName: "New Montage",
} as const;
