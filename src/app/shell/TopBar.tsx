import { LogOut, UserCog } from "lucide-react";
import { accountText } from "../../protocol/text/account-text.ts";
import { text } from "../../protocol/text/text.ts";
import { Button } from "../../ui/buttons/Button.tsx";
import { IconButton } from "../../ui/buttons/IconButton.tsx";
import { ThemeToggle } from "../../ui/buttons/ThemeToggle.tsx";
import { chooseTheme, UnsavedSettings } from "../documents/index.ts";
import { useSession } from "../session/index.ts";
import { UnsentChanges } from "../unsent/index.ts";
import css from "./Frame.module.css";
import { leaveWorkspace } from "./leave.ts";

const { settings, shell } = accountText;

/** Theme, the user's address, account settings, log out. */
export function TopBar({ onSettings }: { onSettings: () => void }) {
  const { email } = useSession();
  return (
    <header className={css.top}>
      <UnsentChanges />
      <UnsavedSettings tone="quiet" />
      <ThemeToggle {...text.theme} onChoose={chooseTheme} />
      <span className={css.email} title={`${shell.signedInAs} ${email}`}>
        {email}
      </span>
      <IconButton icon={UserCog} label={settings.title} size="medium" onPress={onSettings} />
      <Button tone="quiet" onPress={() => void leaveWorkspace()}>
        <LogOut size={15} aria-hidden />
        {shell.logOut}
      </Button>
    </header>
  );
}
