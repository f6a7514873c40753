import { Search } from "lucide-react";
import { useState } from "react";
import {
  Dialog as AriaDialog,
  Autocomplete,
  Input,
  ListBox,
  ListBoxItem,
  Modal,
  ModalOverlay,
  SearchField,
  Text,
  useFilter,
} from "react-aria-components";
import { keysLabel } from "../../../domain/shortcuts/keys.ts";
import { shortcutText } from "../../../protocol/text/shortcut-text.ts";
import { ReturnFocus } from "../../../ui/dialogs/ReturnFocus.tsx";
import { allCommands, areKeysOn, type Command } from "./commands.ts";
import { KeyCaps } from "./KeyCaps.tsx";
import css from "./Shortcuts.module.css";
import { shortcutConfigs } from "./shortcut-store.ts";

const words = shortcutText.palette;

/** Every action with its key, found by typing, run by Enter in the window that was active (Ctrl or Cmd and K). */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  // As they are when it opens: nothing else can be done meanwhile.
  const [commands] = useState(() => allCommands(shortcutConfigs()));
  const { contains } = useFilter({ sensitivity: "base" });
  const run = (id: string) => {
    const command = commands.find((each) => each.id === id);
    if (command === undefined || command.reason !== null) return;
    onClose();
    // Once the palette has given the focus back: what runs may take it.
    requestAnimationFrame(() => requestAnimationFrame(command.run));
  };
  return (
    <ModalOverlay
      className={css.paletteOverlay}
      isOpen
      isDismissable
      onOpenChange={(open) => (open ? null : onClose())}
    >
      <Modal className={css.palette}>
        <AriaDialog aria-label={words.title} className={css.paletteBody}>
          <ReturnFocus />
          <Autocomplete filter={(title, typed) => typed.split(" ").every((part) => contains(title, part))}>
            <SearchField aria-label={words.search} autoFocus className={css.paletteSearch}>
              <Search size={16} aria-hidden />
              {/* A list that the field leads through: it is told as one, and scrolls by the arrows. */}
              <Input placeholder={words.search} role="combobox" aria-expanded />
            </SearchField>
            <ListBox
              aria-label={words.results}
              className={css.paletteList}
              items={commands}
              disabledKeys={commands.filter(({ reason }) => reason !== null).map(({ id }) => id)}
              onAction={(key) => run(String(key))}
              renderEmptyState={() => <p className={css.paletteNone}>{words.none}</p>}
            >
              {(command) => <CommandRow command={command} />}
            </ListBox>
          </Autocomplete>
          <p className={css.paletteFoot}>{areKeysOn() ? words.hint : words.off}</p>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

function CommandRow({ command: { id, title, section, triggers, reason } }: { command: Command }) {
  return (
    <ListBoxItem id={id} textValue={`${title} ${section}`} className={css.command}>
      <Text slot="label" className={css.commandTitle}>
        {title}
      </Text>
      <Text slot="description" className={css.commandNote}>
        {reason ?? section}
        {triggers.every((key) => key === null) ? null : (
          <span className="visually-hidden">{`, ${keysLabel(triggers)}`}</span>
        )}
      </Text>
      <span className={css.caps} aria-hidden>
        <KeyCaps triggers={triggers} />
      </span>
    </ListBoxItem>
  );
}
