/** What the server says about documents. */
import { apart } from "./apart.ts";

const bytes = (n: number) => `${(n / 1024).toLocaleString("en-US")} KiB`;

export const documentsText = {
  refused: {
    /** `at` as in a log: the screen writes it in the reader's own zone. */
    changed: (by: string, at: string) => `This was changed by ${apart(by)} at ${at}. Nothing of it was overwritten.`,
    notFound: "This does not exist.",
    notChangeable: "Only who shared this, or an administrator, may change it. You can make a copy.",
    standard: "What is Standard cannot be changed. You can make a copy.",
    tooLarge: (most: number) => `This is too large: it may have ${bytes(most)}.`,
    tooMany: (most: number) => `You have ${most.toLocaleString("en-US")} of these, which is as many as there may be.`,
    tooManyShared: (most: number) =>
      `The workspace shares ${most.toLocaleString("en-US")} of these, which is as many as there may be.`,
    tooFast: "Too many changes at a time. Please wait a moment.",
    badContent: "This is not as it must be, and was not saved.",
    badScope: "This cannot be kept there.",
    badName: (most: number) => `The name must be one line of 1 to ${most} characters.`,
    badProperty: "This cannot be changed by itself.",
    unknownKind: "There is no such kind of document.",
    otherVersion: "This page and the server are of different versions. Please reload the page.",
  },
  /** When a name is not known. */
  unknown: "Unknown",
} as const;
