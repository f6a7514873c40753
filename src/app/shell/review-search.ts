/** What the address of a review can say besides the recording. Invalid values are dropped one by one. */
import { sensitivityChoices } from "../../domain/montage/display.ts";
import type { RowKind } from "../../domain/montage/electrodes.ts";
import { type FilterName, filterOptions } from "../../domain/montage/filter-options.ts";

export interface ReviewSearch {
  /** The window that the rest is about, by its area; the first one, unless told. */
  readonly window?: string;
  /** Start of the view in epoch milliseconds, and its length in milliseconds. */
  readonly start?: number;
  readonly span?: number;
  /** Id of the montage, filters in Hz or "off", and the sensitivity in uV/mm, where they are not what the window opens with. */
  readonly montage?: number;
  readonly lff?: number | "off";
  readonly hff?: number | "off";
  readonly notch?: number | "off";
  readonly sensitivity?: number;
  /** The same of ECG and other auxiliary rows, whose notch is the EEG's. */
  readonly auxLff?: number | "off";
  readonly auxHff?: number | "off";
  readonly ecgSensitivity?: number;
  readonly eogSensitivity?: number;
  readonly emgSensitivity?: number;
  readonly otherSensitivity?: number;
  /** Long pages of EEG in one color, where they are not shaded. */
  readonly longPages?: "plain";
  /** Ids of rows between commas: hidden ones, shown ones that are not in the montage, and the order from the top. */
  readonly hidden?: string;
  readonly shown?: string;
  readonly order?: string;
  /** The display, as group and display: it counts for who sees it. */
  readonly display?: string;
  /** An annotation session to load, and the list of annotations to open. */
  readonly session?: number;
  /** Key of a link to a view. */
  readonly view?: string;
  /** Forces a back end of the renderer. */
  readonly backend?: "webgpu" | "canvas2d";
}

const isOneOf = (choices: readonly unknown[], value: unknown) => choices.includes(value);

/** A filter of the address: one of its frequencies, or "off" where that is a choice. */
function filterIn(search: Record<string, unknown>, name: FilterName, member: FilterMember = name): ReviewSearch {
  const value = search[member];
  const isChoice = isOneOf(filterOptions[name], value === "off" ? null : value) && value !== null;
  return isChoice ? { [member]: value as number | "off" } : {};
}

export const sensitivityMembers = {
  eeg: "sensitivity",
  ecg: "ecgSensitivity",
  eog: "eogSensitivity",
  emg: "emgSensitivity",
  other: "otherSensitivity",
} as const satisfies Record<RowKind, keyof ReviewSearch>;

function sensitivityIn(search: Record<string, unknown>, kind: RowKind): ReviewSearch {
  const member = sensitivityMembers[kind];
  return isOneOf(sensitivityChoices(kind), search[member]) ? { [member]: search[member] as number } : {};
}

type FilterMember = FilterName | "auxLff" | "auxHff";

/** A row is a pair of electrodes ("Fp1-F7") or a channel ("c19"); so many fit every recording's rows. */
const rowList = /^[A-Za-z0-9]{1,8}(-[A-Za-z0-9]{1,8})?(,[A-Za-z0-9]{1,8}(-[A-Za-z0-9]{1,8})?){0,511}$/;

function rowsIn(search: Record<string, unknown>, member: "hidden" | "shown" | "order"): ReviewSearch {
  const value = search[member];
  return typeof value === "string" && rowList.test(value) ? { [member]: value } : {};
}

function textIn(search: Record<string, unknown>, member: "display" | "view" | "window", pattern: RegExp): ReviewSearch {
  const value = search[member];
  return typeof value === "string" && pattern.test(value) ? { [member]: value } : {};
}

const finite = (value: unknown) => (typeof value === "number" && Number.isFinite(value) ? value : undefined);

/** Reads the search part of an address; unknown and unusable values are left out. */
export function reviewSearch(search: Record<string, unknown>): ReviewSearch {
  const start = finite(search.start);
  const span = finite(search.span);
  const { backend, montage, session, longPages } = search;
  return {
    ...(start === undefined ? {} : { start }),
    ...(span === undefined || span < 1000 ? {} : { span }),
    ...(Number.isSafeInteger(montage) ? { montage: montage as number } : {}),
    ...filterIn(search, "lff"),
    ...filterIn(search, "hff"),
    ...filterIn(search, "notch"),
    ...sensitivityIn(search, "eeg"),
    ...filterIn(search, "lff", "auxLff"),
    ...filterIn(search, "hff", "auxHff"),
    ...sensitivityIn(search, "ecg"),
    ...sensitivityIn(search, "eog"),
    ...sensitivityIn(search, "emg"),
    ...sensitivityIn(search, "other"),
    ...(longPages === "plain" ? { longPages } : {}),
    ...rowsIn(search, "hidden"),
    ...rowsIn(search, "shown"),
    ...rowsIn(search, "order"),
    ...textIn(search, "window", /^[A-Za-z][A-Za-z0-9]{0,5}$/),
    ...textIn(search, "display", /^[1-9]\d{0,9}-[1-9]\d{0,9}$/),
    ...(Number.isSafeInteger(session) && (session as number) > 0 ? { session: session as number } : {}),
    ...textIn(search, "view", /^[\w-]{1,64}$/),
    ...(backend === "webgpu" || backend === "canvas2d" ? { backend } : {}),
  };
}

/** What the address of the picture test says. */
export const pictureTestSearch = (search: Record<string, unknown>): Pick<ReviewSearch, "backend"> => {
  const { backend } = reviewSearch(search);
  return backend === undefined ? {} : { backend };
};

/** Whether an address is a link to a view: who signs in there goes on to it. */
export const isSharedLink = ({ pathname, search }: Pick<Location, "pathname" | "search">): boolean =>
  reviewedId(pathname) !== null && new URLSearchParams(search).has("view");

/** The recording that a path names: of the short address, or of the one of spec 000 section 2; null when it is another page. */
export function reviewedId(path: string): number | null {
  const [, short, long] =
    /^\/(?:review\/(\d{1,15})|data\/review(?:\/[^/]+){3}\/(\d{1,15})\/[^/]+)\/?$/.exec(path) ?? [];
  const id = short ?? long;
  return id === undefined ? null : Number(id);
}
