/** What the screen says about a person's settings. */
export const settingsText = {
  /** Beside where settings are made. */
  waiting: "Not saved yet",
  waitingHint: (reason: string) =>
    `Your last choice (theme, clock, columns or the like) is kept in this browser until it is saved. ${reason} It is tried again.`,
  refused: (reason: string) => `Your last choice could not be kept. ${reason}`,
} as const;
