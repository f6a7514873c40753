import { Keyboard, KeyboardOff } from "lucide-react";
import { useSnapshot } from "valtio";
import { shortcutText } from "../../../protocol/text/shortcut-text.ts";
import { text } from "../../../protocol/text/text.ts";
import { IconButton } from "../../../ui/buttons/IconButton.tsx";
import { fetched } from "../../../ui/fetched.tsx";
import { useSettings } from "../../documents/index.ts";
import { visibleChannels } from "../annotations/visible-channels.ts";
import type { ReviewWorkspace } from "../workspace-types.ts";
import { shortcutUi } from "./shortcut-ui.ts";

const ShortcutsDialog = fetched(
  async () => (await import("./ShortcutsDialog.tsx")).ShortcutsDialog,
  text.failed.notFetched,
);
const CommandPalette = fetched(
  async () => (await import("./CommandPalette.tsx")).CommandPalette,
  text.failed.notFetched,
);

/** The header's button (spec 2.4), which says whether keys count, and what it and the keys open. */
export function ShortcutsButton({ workspace }: { workspace: ReviewWorkspace }) {
  const { isDialogOpen, isPaletteOpen } = useSnapshot(shortcutUi);
  const isOn = useSettings().shortcuts !== "off";
  return (
    <>
      <IconButton
        icon={isOn ? Keyboard : KeyboardOff}
        label={isOn ? shortcutText.open : shortcutText.openOff}
        tone="nav"
        size="medium"
        onPress={() => {
          shortcutUi.isDialogOpen = true;
        }}
      />
      {isDialogOpen ? (
        <ShortcutsDialog
          recording={workspace.recording}
          visible={visibleChannels(workspace)}
          onClose={() => {
            shortcutUi.isDialogOpen = false;
          }}
        />
      ) : null}
      {isPaletteOpen ? (
        <CommandPalette
          onClose={() => {
            shortcutUi.isPaletteOpen = false;
          }}
        />
      ) : null}
    </>
  );
}
