import type { PageFailureCode } from "../../protocol/pages.ts";

/** Why a page is not answered: a code the client branches on and one plain sentence. The socket's edge sends it. */
export class PageRefused extends Error {
  override readonly name = "PageRefused";
  constructor(
    readonly code: PageFailureCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export const cancelled = (): PageRefused => new PageRefused("cancelled", "The page was cancelled.");

export const refusals = {
  badRequest: "The page request is not of the expected form.",
  endNotAfterStart: "The end of the page must be after its start.",
  badPixelCount: (least: number, most: number) => `The number of pixels must be between ${least} and ${most}.`,
  unknownRecording: "This patient has no such recording.",
  unknownModality: "The recording has no such signals.",
  notReady: "The recording is still being imported.",
  importFailed: "The recording could not be imported.",
  tooLarge: "The page holds too many samples to be sent at once.",
  tooManyColumns: "The page holds too many columns to be sent at once.",
  unknownChannel: "The recording has no such channel.",
  channelUnnamed: "Of signals with several channels one must be named.",
  tooManyBins: "The page holds too many bins to be sent at once.",
  tooManySeconds: "The page spans too long a time to look for events in at once.",
  channelNames: "There must be one channel name for each derivation.",
  notOfIndex: {
    cppopt: "CPPOpt is made of PRx of windows of 5 minutes.",
    mapopt: "MAPOpt is made of COx of windows of 5 minutes.",
  },
  tooLongForOptimum: "The window of an optimum is 7 days at most.",
  tooSlowForSd: "SD detection needs signals of more than 2 samples a second.",
  noTrend: "Trend columns are made of EEG trends.",
  trendForm: "Trends are asked for as trend columns or as samples.",
  tooLong: "The page spans too long a time.",
  badColumnWidth: (base: number) => `Columns of ${base} samples or more must be a multiple of ${base} samples wide.`,
  badRecipe: (reason: string) => `The recipe does not fit the recording: ${reason}.`,
  tooManyRequests: "Too many pages are asked for at once.",
  internal: "The server could not make the page.",
} as const;
