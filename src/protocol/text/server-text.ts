/** What server and pages say when the server cannot do its work for the moment. */
export const serverText = {
  databaseAway: "The database is away, trying again.",
  /** To whoever has to try again themselves. */
  awayNow: "The server cannot answer at the moment. Please try again.",
  diskFull: "The disk of the server is full: nothing can be saved until there is room. Please tell your administrator.",
  /** Of a place, a person or a thing that a call is about, deleted by somebody else while it was answered. */
  deletedMeanwhile: "What this belongs to was deleted meanwhile.",
  /** Of a call, while others of the same user are not answered, or their answers not taken. */
  manyCalls: "Too many of your requests are open at this moment. Please try again.",
  /** Of a message of a socket. */
  badMessage: "The message is not of the expected form.",
  /** Of what a socket says when it connects. */
  badHandshake: (members: readonly string[]) =>
    `What is said when connecting is not of the expected form: ${members.join(", ")}. "parent_study_id" is the number of the workspace.`,
  /** Of a page that nobody may be shown without a check. */
  unchecked: "The database is away, so it cannot be checked whether you may see this. It is tried again.",
  crowded:
    "You have as many reviews open as one user may have at a time. Close another one: this one connects by itself. What is on the screen stays.",
  outdated:
    "The application was updated. Reload the page to go on: the address keeps the view. What is on the screen stays.",
  /** Beside what goes on being shown. */
  grace: (until: string) =>
    `The database is away, trying again. What you opened before goes on being shown until ${until} at most. Nothing else can be opened or saved meanwhile.`,
} as const;

/** For the header Retry-After while the database is away. */
export const retryAfterAwaySeconds = 5;
