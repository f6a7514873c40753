import { Keyboard, KeyboardOff } from "lucide-react";
import { lazy, Suspense } from "react";
import { useSnapshot } from "valtio";
import { shortcutText } from "../../../protocol/text/shortcut-text.ts";
import { IconButton } from "../../../ui/buttons/IconButton.tsx";
import { useSettings } from "../../documents/index.ts";
import { visibleChannels } from "../annotations/visible-channels.ts";
import type { ReviewWorkspace } from "../workspace-types.ts";
import { shortcutUi } from "./shortcut-ui.ts";

const ShortcutsDialog = lazy(async () => ({ default: (await import("./ShortcutsDialog.tsx")).ShortcutsDialog }));
const CommandPalette = lazy(async () => ({ default: (await import("./CommandPalette.tsx")).CommandPalette }));

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
        <Suspense>
          <ShortcutsDialog
            recording={workspace.recording}
            visible={visibleChannels(workspace)}
            onClose={() => {
              shortcutUi.isDialogOpen = false;
            }}
          />
        </Suspense>
      ) : null}
      {isPaletteOpen ? (
        <Suspense>
          <CommandPalette
            onClose={() => {
              shortcutUi.isPaletteOpen = false;
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}
