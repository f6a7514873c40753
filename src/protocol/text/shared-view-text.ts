/** What links to a view say. */
import { apart } from "./apart.ts";

export const sharedViewText = {
  /** In the display bar; the hint is also its name, which says what is written on it. */
  button: "Copy link",
  hint: "Copy link to this view",
  title: "Link to this view",
  wait: "Please wait...",
  copied: "The link was copied.",
  byHand: "The browser did not copy the link. Select it here and copy it.",
  copyAgain: "Copy again",
  tryAgain: "Try again",
  nothing: "There is no display on the screen to link to.",
  about: (until: string) =>
    `It opens for everybody who may view this patient's data, until ${until}: these windows with their times, montages and filters, as they are now. Your displays stay yours.`,
  /** In place of the tabs' choice, while such a view is shown. */
  shared: (by: string) => `Shared by ${apart(by)}`,
  ownLink: "Shared by you",
  notSaved: "Not saved",
  sharedHint: (by: string, at: string) =>
    `${apart(by)} made this link on ${at}. What you change here is seen by nobody else and is not saved. Keep a copy to make it a display of yours.`,
  ownHint: (at: string) =>
    `You made this link on ${at}. What you change here is not saved. Keep a copy to make it a display of yours.`,
  keep: "Keep a copy",
  leave: "Back to my displays",
  /** Over the reader's own display. */
  gone: "The view of this link is not there: the link is not whole, or its time has ended. Your own display is shown.",
  failed: (reason: string) => `The view of this link could not be fetched. ${reason} Your own display is shown.`,
  unknown: "Unknown",
  own: {
    title: "Your links to this recording",
    /** Above the list, which is not fetched before. */
    show: "Show your links",
    wait: "Please wait...",
    none: "You have no links to this recording.",
    failed: (reason: string) => `Your links could not be fetched. ${reason}`,
    made: (at: string, until: string) => `Made on ${at}, until ${until}`,
    withdraw: "Withdraw",
    withdrawName: (name: string, at: string) => `Withdraw the link to ${apart(name)} of ${at}`,
    withdrawAll: "Withdraw all",
    ask: "It will open for nobody any more.",
    askAll: (count: number) => `All ${count} of them will open for nobody any more.`,
    keep: "Keep",
    withdrawn: (count: number) => (count === 1 ? "The link was withdrawn." : `${count} links were withdrawn.`),
    notWithdrawn: (reason: string) => `It was not withdrawn. ${reason}`,
  },
  refused: {
    notFound: "This link does not exist, or its time has ended.",
    tooLarge: (kilobytes: number) =>
      `This display is larger than the ${kilobytes} KB that fit into a link. Take windows or graphs out of it and try again.`,
    bad: "This is not a view of a display.",
  },
} as const;
