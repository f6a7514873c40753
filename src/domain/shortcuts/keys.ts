/** Keys: how a press is named, and which may be assigned (spec 001 section 5, "Shortcut keys"). */
import type { ShortcutConfig } from "../../protocol/shortcuts.ts";
import { keyLabel, shortcutText } from "../../protocol/text/shortcut-text.ts";
import { actionOf } from "./actions.ts";

/** What a press is called in triggers: `KeyboardEvent.key`, letters in lower case. */
export const keyOf = (key: string): string => ([...key].length === 1 ? key.toLowerCase() : key);

/** A press as a browser tells it. `code`: the place of the key; "" where it is not told. `isMod`: Ctrl or Cmd is held. */
export interface Press {
  readonly key: string;
  readonly code: string;
  readonly shiftKey: boolean;
  readonly isMod: boolean;
}

/** What a press answers to, the most particular first. */
export function triggersOf(press: Press): string[] {
  const { key, shiftKey, isMod } = press;
  const names = [keyOf(key), latinAt(press)].filter((name) => name !== null);
  if (isMod) return names.map((name) => `${shiftKey ? "Mod+Shift" : "Mod"}+${name}`);
  return names.flatMap((name) => (shiftKey ? [`Shift+${name}`, name] : [name]));
}

/** Places beside the letters that are letters themselves in other scripts: what stands there in Latin ones, and with Shift. */
const besideLetters: Readonly<Record<string, readonly [plain: string, shifted: string]>> = {
  BracketLeft: ["[", "{"],
  BracketRight: ["]", "}"],
  Comma: [",", "<"],
  Period: [".", ">"],
};

/** Cyrillic, Greek and other keyboards have no Latin letters: a key there stands for the one in its place, too. */
function latinAt({ key, code, shiftKey }: Press): string | null {
  if (!/^\p{L}$/u.test(key) || /^\p{Script=Latin}$/u.test(key)) return null;
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  return letter?.toLowerCase() ?? besideLetters[code]?.[Number(shiftKey)] ?? null;
}

/** A key to be assigned, to a shortcut among all of them. */
export interface KeyChoice {
  readonly key: string;
  readonly own: Pick<ShortcutConfig, "id">;
  readonly configs: readonly Pick<ShortcutConfig, "id" | "triggers">[];
}

type KeyRule = readonly [passes: (choice: KeyChoice) => boolean, message: (key: string) => string];

/** In use whatever they are assigned to by now (spec 5): nobody has to find the way to the next page. */
const alwaysInUse: ReadonlySet<string> = new Set(["ArrowRight", "ArrowLeft"]);
/** Arrows are the only keys with a name that may be chosen. */
const namedKeys: ReadonlySet<string> = new Set([...alwaysInUse, "ArrowUp", "ArrowDown"]);

/** A key that the action has at first can always be given back to it. */
const isOwnDefault = ({ key, own }: KeyChoice): boolean => actionOf(own.id)?.triggers.includes(key) === true;
/** One character that is seen. */
const isCharacter = (key: string): boolean => [...key].length === 1 && !/[\s\p{C}\p{M}]/u.test(key);

/** In this order; the screen shows the first that fails, and the server refuses by the same list. */
export const keyRules: readonly KeyRule[] = [
  [(choice) => choice.key !== " " || isOwnDefault(choice), () => shortcutText.spaceForbidden],
  [
    (choice) => choice.key === " " || isCharacter(choice.key) || namedKeys.has(choice.key) || isOwnDefault(choice),
    shortcutText.keyForbidden,
  ],
  [(choice) => !alwaysInUse.has(choice.key) || isOwnDefault(choice), shortcutText.inUse],
  [
    ({ key, own, configs }) => !configs.some(({ id, triggers }) => id !== own.id && triggers.includes(key)),
    shortcutText.inUse,
  ],
];

/** Why a key cannot be assigned; null: it can. */
export function keyProblem(choice: KeyChoice): string | null {
  const broken = keyRules.find(([passes]) => !passes(choice));
  return broken === undefined ? null : broken[1](choice.key);
}

/** Keys of a shortcut in words: "G", "→ or Page Down", or that it has none. */
export const keysLabel = (triggers: readonly (string | null)[], isMac = false): string =>
  triggers
    .filter((key) => key !== null)
    .map((key) => keyLabel(key, isMac))
    .join(" or ") || shortcutText.noKey;
