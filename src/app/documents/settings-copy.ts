/**
 * What this browser keeps of the settings of whoever is signed in: the first paint is right before the server was asked, and
 * what was chosen while it is away is not lost. There is one copy, with its owner's name on it; it goes when they sign out.
 */
import type { PropertyChange } from "../../protocol/documents.ts";
import type { PersonalSettings } from "../../protocol/personal-settings.ts";

export interface SettingsCopy {
  /** `sessionOwner()` of whose they are. */
  readonly owner: string;
  /** Of the document; 0: there is none as far as is known. */
  readonly revision: number;
  /** As the server had them last. */
  readonly content: PersonalSettings;
  /** What this browser had before there were documents: counts only if the server has none. */
  readonly first: readonly PropertyChange[];
  /** Chosen here and not saved yet, one for each property. Tabs share this list. */
  readonly pending: readonly PropertyChange[];
}

/** Key in local storage. */
export const copyKey = "connect.settings";

/** The copy as it is stored, or null for anything else. */
export function readCopy(stored: string | null): SettingsCopy | null {
  try {
    const copy = JSON.parse(stored ?? "null") as SettingsCopy | null;
    const isCopy =
      typeof copy?.owner === "string" &&
      typeof copy.revision === "number" &&
      typeof copy.content === "object" &&
      copy.content !== null &&
      Array.isArray(copy.first) &&
      Array.isArray(copy.pending);
    return isCopy ? copy : null;
  } catch {
    return null;
  }
}

/** Local storage that may be blocked: what is kept then lasts as long as the page. */
export const browserCopy = {
  read: (): SettingsCopy | null => {
    try {
      return readCopy(localStorage.getItem(copyKey));
    } catch {
      return null;
    }
  },
  write(copy: SettingsCopy | null): void {
    try {
      if (copy === null) localStorage.removeItem(copyKey);
      else localStorage.setItem(copyKey, JSON.stringify(copy));
    } catch {
      // Blocked, or full.
    }
  },
};
