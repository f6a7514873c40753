import { CircleAlert, X } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { keyOf, keyProblem } from "../../../domain/shortcuts/keys.ts";
import { type ShortcutConfig, type Triggers, triggerTypes } from "../../../protocol/shortcuts.ts";
import { keyWords, shortcutText as words } from "../../../protocol/text/shortcut-text.ts";
import { KeyCaps } from "./KeyCaps.tsx";
import css from "./Shortcuts.module.css";
import { isThirdSign } from "./shortcut-keys.ts";

export interface KeyChipsProps {
  /** Of the shortcut. */
  title: string;
  own: Pick<ShortcutConfig, "id" | "triggers">;
  /** All shortcuts as they stand: none of their keys is free. */
  configs: readonly Pick<ShortcutConfig, "id" | "triggers">[];
  isDisabled?: boolean;
  /** In a form: the keys look like fields. */
  isFramed?: boolean;
  onChange: (triggers: Triggers) => void;
}

const modifiers: ReadonlySet<string> = new Set(["Shift", "Control", "Alt", "AltGraph", "Meta"]);

/** What is held beside a key so that it is a combination, which no key of one's own is; null: nothing is. */
function heldBeside(event: globalThis.KeyboardEvent): string | null {
  const held = event.ctrlKey ? "Control" : event.metaKey ? "Meta" : event.altKey ? "Alt" : null;
  return held === null || isThirdSign(event) ? null : held;
}

/**
 * The two keys of a shortcut (spec 4, "Shortcut key assignment"): a press on one waits for a key, which is assigned; the same key again
 * leaves it. A key that cannot be assigned is said, and another one waited for; Esc and Tab end the waiting, so that nobody is held.
 */
export function KeyChips({ title, own, configs, isDisabled = false, isFramed = false, onChange }: KeyChipsProps) {
  const [editing, setEditing] = useState<number | null>(null);
  const [warning, setWarning] = useState<{ slot: number; text: string } | null>(null);
  const end = () => setEditing(null);
  const assign = (slot: number, key: string | null) => {
    const triggers: Triggers = [...own.triggers];
    triggers[slot] = key;
    setWarning(null);
    end();
    onChange(triggers);
  };
  const onKeyDown = (slot: number) => (event: KeyboardEvent) => {
    if (editing !== slot) return;
    const key = keyOf(event.key);
    event.stopPropagation();
    if (key !== "Tab") event.preventDefault();
    if (event.repeat) return;
    const held = heldBeside(event.nativeEvent);
    if (held !== null) {
      setWarning({ slot, text: words.keyForbidden(held) });
      return;
    }
    if (key === own.triggers[slot]) {
      setWarning(null);
      end();
      return;
    }
    const isTwice = own.triggers[1 - slot] === key;
    const problem = isTwice ? words.inUse(key) : keyProblem({ key, own, configs });
    if (problem === null) {
      assign(slot, key);
      return;
    }
    setWarning({ slot, text: problem });
    if (key === "Escape" || key === "Tab") end();
  };
  return (
    <div className={css.chips} data-framed={isFramed || undefined}>
      {triggerTypes.map((type, slot) => {
        const key = own.triggers[slot];
        const isEditing = editing === slot;
        const isWarned = warning?.slot === slot;
        return (
          <span key={type} className={css.slot}>
            <button
              type="button"
              className={css.chip}
              aria-label={words.keyOf(
                title,
                type,
                isEditing ? words.pressKey : key === null ? words.noKey : keyWords(key),
              )}
              data-editing={isEditing || undefined}
              data-warning={isWarned || undefined}
              disabled={isDisabled}
              onClick={() => {
                setWarning(null);
                setEditing(isEditing ? null : slot);
              }}
              onKeyDown={onKeyDown(slot)}
              // The key that was assigned must not press the button it was pressed on.
              onKeyUp={(event) => {
                if (isEditing || modifiers.has(event.key)) event.preventDefault();
              }}
              onBlur={end}
            >
              {isEditing ? (
                words.pressKey
              ) : key === null ? (
                <span className={css.noKey}>{words.noKey}</span>
              ) : (
                <KeyCaps triggers={[key]} />
              )}
            </button>
            {key === null || isDisabled ? null : (
              <button
                type="button"
                className={css.clear}
                aria-label={words.clearKey(title, keyWords(key))}
                title={words.clearKey(title, keyWords(key))}
                onClick={() => assign(slot, null)}
              >
                <X size={13} aria-hidden />
              </button>
            )}
          </span>
        );
      })}
      {warning === null ? null : (
        <span role="alert" className={css.warning}>
          <CircleAlert size={14} aria-hidden />
          {warning.text}
        </span>
      )}
    </div>
  );
}
