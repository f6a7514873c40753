/** What the montage library and its editor say (spec 001 sections 2.23, 4, 5 and 8); what no section says is ours. */
import { apart } from "./apart.ts";

const inputs = (names: readonly string[]) => names.join(", ");

export const montageText = {
  refused: {
    tooManyChannels: "Max channels reached",
    notAPair: "A channel needs two different inputs.",
    twice: (pair: string) => `The channel ${pair} is in this montage twice.`,
    unknownInput: (name: string) => `There is no input called ${apart(name)}.`,
    alias: (most: number) => `An alias must be one line of ${most} characters at most.`,
    owner: "A montage belongs to whoever makes it.",
  },
  newName: "New montage",
  /** What one is saved under that has never had a name. */
  noName: "New Montage",
  failed: "Error with getting EEG Montages",
  failedWhy: (why: string) => `Error with getting EEG Montages: ${why}`,
  gone: "This montage was deleted, or is not shared with you any more.",
  section: {
    Standard: "Standard",
    Personal: "Personal",
    Shared: (workspace: string) => `Shared (${apart(workspace)})`,
    Recording: "Recording",
    Link: "From the link",
  },
  picker: {
    add: "Add EEG montage",
    configure: "Configure",
    rename: "Rename",
    copy: "Copy",
    delete: "Delete",
    makeCopy: "Make a copy",
    name: "Name",
    access: "Access",
    ok: "OK",
    cancel: "Cancel",
    tryAgain: "Try Again",
    /** Beside an action's name, for those who do not see the row. */
    of: (action: string, name: string) => `${action} ${apart(name)}`,
    deletion: {
      title: "Delete montage?",
      body: (name: string) =>
        `Are you sure you want to permanently delete ${apart(name)}? This action cannot be undone. All EEG displays using this montage will be affected.`,
      confirm: "Yes, delete",
    },
  },
  window: {
    missing: (shown: string) =>
      `The montage of this window was deleted, or is not shared with you. ${apart(shown)} is shown in its place.`,
    deleted: (name: string, shown: string) =>
      `The montage ${apart(name)} of this window was deleted, or is not shared with you any more. ${apart(shown)} is shown in its place.`,
    notFetched: (shown: string) =>
      `Montages could not be fetched. ${apart(shown)} is shown in place of this window's own.`,
    empty: "This montage has no channels",
    emptyHint: "Choose another one, or add channels with Configure in the list of montages.",
  },
  editor: {
    title: "Edit Montage",
    close: "Close",
    amplifier: "Amplifier",
    amplifiers: { 16: "16 Input amp", 40: "40 Input amp" },
    ref: "REF",
    refHint: "An electrode on the head makes a channel with REF at once",
    view: "View",
    map: "Electrode map",
    preview: "Preview",
    previewHint: "The page of this window, in the montage as it is now",
    start: "Click an input to begin a channel.",
    startRef: "Click an electrode to add it against REF.",
    picked: (first: string) => `First input ${first}. Click a second input to add a channel.`,
    added: (pair: string) => `${pair} added.`,
    duplicate: (pair: string) => `${pair} is in this montage already.`,
    has: (input: string, label: string) => `${input}, in this recording as ${apart(label)}`,
    lacks: (input: string) => `${input}, not in this recording`,
    lacking: "Dashed inputs are not in this recording: their channels stay empty.",
    channelLacks: (names: readonly string[]) => `Not in this recording: ${inputs(names)}. This channel stays empty.`,
    mappingFailed: (why: string) => `Error with getting EEG Montage Mapping: ${why}`,
    name: "Montage name",
    count: (n: number, most: number) => `${n} of ${most} channels`,
    selected: (n: number) => `${n} selected`,
    deleteSelected: (n: number) => `Delete ${n} selected`,
    removeAll: "Remove all channels",
    channels: "Channels",
    none: "No channels",
    noneHint: "Create a channel by clicking on two different inputs.",
    pair: (first: string, second: string) => `${first} \u2013 ${second}`,
    alias: "Channel alias (optional)",
    aliasFor: (first: string, second: string) => `${first} - ${second}`,
    drag: (pair: string) => `Move ${pair}`,
    help: "Drag a channel, or press Alt and an arrow key, to move it.",
    theirs: "Take theirs",
    mine: "Keep mine as a copy",
    /** Of both versions, beside each other. */
    yours: "Yours",
    others: "Theirs",
    differs: (what: string) => `${what} (differs)`,
    aliased: (pair: string, alias: string) => `${apart(alias)} (${pair})`,
    changed: (by: string, at: string) =>
      `${apart(by)} changed this montage${at === "" ? "" : ` at ${at}`}. Nothing was overwritten.`,
    wasDeleted: "This montage was deleted meanwhile.",
  },
} as const;
