/** Settings as this browser kept them before they belonged to people: moved into the first person's document, then gone. */
import type { PropertyChange } from "../../protocol/documents.ts";

const is =
  (...values: readonly string[]) =>
  (value: string) =>
    values.includes(value) ? value : undefined;

/** Key in local storage, the property it became, and its value there. */
const old: readonly (readonly [key: string, property: string, read: (value: string) => unknown])[] = [
  ["connect.theme", "theme", is("light", "dark")],
  ["connect.clock", "clock", (value) => ({ "12": 12, "24": 24 })[value]],
  ["connect.pace", "pace", is("slow", "hold", "keep")],
  ["connect.sidebar", "sidebar", is("open", "collapsed")],
];

/** What is there of them, as changes of the document. */
export function readOldSettings(storage: Pick<Storage, "getItem">): PropertyChange[] {
  return old.flatMap(([key, property, read]) => {
    const stored = storage.getItem(key);
    const value = stored === null ? undefined : read(stored);
    return value === undefined ? [] : [{ path: [property], value }];
  });
}

export const browserOldSettings = {
  read(): PropertyChange[] {
    try {
      return readOldSettings(localStorage);
    } catch {
      return []; // storage may be blocked: then there is nothing
    }
  },
  forget(): void {
    try {
      for (const [key] of old) localStorage.removeItem(key);
    } catch {
      // See above.
    }
  },
};
