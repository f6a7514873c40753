/** What the reserved space says. The wording follows spec 000 sections 2, 3 and 8 and spec 001 sections 3, 4 and 8. */
import { apart } from "./apart.ts";

const ordinal = (n: number) => {
  const rest = n % 100;
  const ending = rest > 10 && rest < 14 ? "th" : (["th", "st", "nd", "rd"][n % 10] ?? "th");
  return `${n.toLocaleString("en-US")}${ending}`;
};
const files = (n: number) => `${n.toLocaleString("en-US")} ${n === 1 ? "file" : "files"}`;

export const prefetchText = {
  banner: {
    label: "Reserved space",
    /** Between the two sizes: "312.40 GB" of "500.00 GB reserved for review". */
    of: (max: string) => ` of ${max} reserved for review`,
    /** Numbers of files by what they do; those of which there are none are left out. */
    counts: ({
      inUse,
      idle,
      loading,
      queued,
      failed,
    }: Record<"inUse" | "idle" | "loading" | "queued" | "failed", number>) =>
      [
        inUse > 0 ? `${files(inUse)} in use` : "",
        idle > 0 ? `${files(idle)} not in use` : "",
        loading > 0 ? `${loading.toLocaleString("en-US")} loading` : "",
        queued > 0 ? `${queued.toLocaleString("en-US")} in queue` : "",
        failed > 0 ? `${failed.toLocaleString("en-US")} not loaded` : "",
      ]
        .filter(Boolean)
        .join(", ") || "No files",
    /** Instead of the numbers, when all reserved files are others'. */
    noneSeen: "No files of your projects and sites",
    /** Beside the bar, from 90 % on. */
    nearlyFull: "Nearly full",
    full: "Full",
    refresh: "Refresh",
    view: "View",
    failed: "How much space is reserved for review is unknown.",
    tryAgain: "Try Again",
    loading: "Loading the reserved space",
  },
  dialog: {
    title: "Data ready for review",
    close: "Close",
    columns: { site: "Site", patient_id: "Patient", name: "File", size: "Size", status: "Status" },
    unload: "Unload",
    select: (name: string) => `Select ${apart(name)}`,
    selectAll: "Select all",
    selected: (n: number, size: string) => `${files(n)} selected, ${size}`,
    inUse: "It is open in a review, and cannot be unloaded now.",
    unseen: (size: string) => `${size} are taken by files of projects or sites that are not yours.`,
    empty: "No files are reserved for review.",
    emptyHint: "A file is reserved when its review is opened.",
    ask: (n: number) => `Unload ${files(n)}?`,
    askText: (size: string) => `This releases ${size}. Nothing is deleted: opening a review loads its file again.`,
    keep: "Keep",
    unloaded: "Files unloaded successfully",
  },
  status: {
    idle: "Not in use",
    inUse: "In use",
    loading: (percent: number) => `Loading ${percent}%`,
    queued: (n: number) => `${ordinal(n)} in queue`,
    /** Of a file that could not be loaded. */
    failed: "Not loaded",
  },
  /** On the loading screen of the review. */
  message: {
    settingUp: "Setting up files...",
    waiting: (patients: number) =>
      `Waiting to preload data... ${patients.toLocaleString("en-US")} ${patients === 1 ? "patient" : "patients"} ahead in queue`,
    loading: (percent: number) => `Preloading data ${percent}%`,
    /** "4.30 GB of 10.00 GB", beside it. */
    loaded: (loaded: string, size: string) => `${loaded} of ${size}`,
    done: "Files loaded",
    stopped: "Not preloaded",
    /** Why, under it. */
    noSpace: "There is not enough space to preload this file.",
    failed: "The server could not reserve this file. Please try again.",
    skip: "Skip Prefetch Data",
    view: "View reserved files",
    tryAgain: "Try Again",
    disconnected: "The server cannot be reached. It is tried again by itself.",
    unavailable: "The database is away, trying again.",
    crowded:
      "You have as many reviews open as one user may have at a time. Close another one: this one goes on by itself.",
    outdated: "The application was updated. Reload the page to go on.",
    unauthorised: "The session has ended or does not allow this any more. Please log in again.",
  },
  problem: {
    title: "There was a problem",
    ok: "OK",
    inventory: "There was a problem with the preload inventory. Please notify your admin that something went wrong.",
    preloaded:
      "We couldn't locate the files that are currently preloaded. Please notify your admin that something went wrong.",
    queue: "There was a problem with the preload queue. Please notify your admin that something went wrong.",
    position:
      "We're not sure where you are in the preloading queue. Please notify your admin that something went wrong.",
    /** Not enough space. */
    space: (name: string, size: string, free: string) =>
      `There is not enough space to preload ${apart(name)}: it needs ${size}, and ${free} are free. Please unload files or contact support.`,
    tooLarge: (name: string, size: string, max: string) =>
      `${apart(name)} needs ${size}, which is more than the ${max} this workspace may reserve. Please contact support.`,
  },
  refused: {
    inUse: (name: string) => `${apart(name)} is open in a review. It can be unloaded once the review is closed.`,
    project: "This project does not exist.",
    /** Why a copy is not complete. */
    disk: "The server's disk is full. Unload files or contact support.",
    store: "The object store cannot be reached. It is tried again.",
    damaged: "Part of the recording is missing in the store. Please contact support.",
    unwritable: "The server's disk cannot be written. Please contact support.",
    /** Removed, replaced by a later upload, released, or no longer of the user's projects and sites. */
    gone: "This file is no longer available.",
  },
} as const;
