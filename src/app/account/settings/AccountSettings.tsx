import { KeyRound, Pencil, Ruler, Trash2 } from "lucide-react";
import { useState } from "react";
import { accountText } from "../../../protocol/text/account-text.ts";
import { screenText } from "../../../protocol/text/screen-text.ts";
import { Button } from "../../../ui/buttons/Button.tsx";
import { IconButton } from "../../../ui/buttons/IconButton.tsx";
import { Dialog } from "../../../ui/dialogs/Dialog.tsx";
import { ScreenCalibration } from "../../screen/index.ts";
import { useSession } from "../../session/index.ts";
import { endForm } from "../../shell/index.ts";
import css from "./AccountSettings.module.css";
import { ChangeEmail } from "./ChangeEmail.tsx";
import { ChangePassword } from "./ChangePassword.tsx";
import { DeleteAccount } from "./DeleteAccount.tsx";
import { PendingEmail } from "./PendingEmail.tsx";

const { screen, settings } = accountText;

/** Width of the account dialogs, CSS px (spec 000 section 9). */
export const accountDialogWidth = 820;

type View = "main" | "email" | "password" | "screen" | "delete";

export interface AccountSettingsProps {
  isOpen: boolean;
  onClose: () => void;
}

/** The user's own account: e-mail address, password, deletion, each in a dialog of its own with a way back. */
export function AccountSettings({ isOpen, onClose }: AccountSettingsProps) {
  const [view, setView] = useState<View>("main");
  const [cameFrom, setCameFrom] = useState<View>("main");
  if (!isOpen) return null;
  const back = () => {
    setCameFrom(view);
    setView("main");
  };
  const close = () => {
    setCameFrom("main");
    setView("main");
    onClose();
  };
  const rest = { onBack: back, onClose: close };
  if (view === "email") return <ChangeEmail {...rest} />;
  if (view === "password") return <ChangePassword {...rest} />;
  if (view === "screen")
    return <ScreenCalibration onClose={close} endForm={endForm} back={{ label: screen.back, onPress: back }} />;
  if (view === "delete") return <DeleteAccount {...rest} />;
  return <MainView cameFrom={cameFrom} onClose={close} onOpen={setView} />;
}

interface MainViewProps {
  /** What Back led here from: the way into it has the focus again. */
  cameFrom: View;
  onClose: () => void;
  onOpen: (view: View) => void;
}

function MainView({ cameFrom, onClose, onOpen }: MainViewProps) {
  const { email } = useSession();
  return (
    <Dialog
      title={settings.title}
      closeLabel={screen.close}
      isOpen
      isSticky
      onClose={onClose}
      width={accountDialogWidth}
    >
      <div className={css.rows}>
        <section className={css.row}>
          <div>
            <h3>{settings.email}</h3>
            <p>{email}</p>
            <PendingEmail />
          </div>
          <IconButton
            icon={Pencil}
            label={settings.editEmail}
            size="medium"
            autoFocus={cameFrom === "email"}
            onPress={() => onOpen("email")}
          />
        </section>
        <section className={css.row}>
          <div>
            <h3>{settings.changePassword}</h3>
            <p>{settings.changePasswordHint}</p>
          </div>
          <Button autoFocus={cameFrom === "password"} onPress={() => onOpen("password")}>
            <KeyRound size={16} aria-hidden />
            {settings.changePassword}
          </Button>
        </section>
        <section className={css.row}>
          <div>
            <h3>{screenText.title}</h3>
            <p>{screenText.hint}</p>
          </div>
          <Button autoFocus={cameFrom === "screen"} onPress={() => onOpen("screen")}>
            <Ruler size={16} aria-hidden />
            {screenText.open}
          </Button>
        </section>
        <section className={css.row}>
          <div>
            <h3>{settings.deleteAccount}</h3>
            <p>{settings.deleteHint}</p>
          </div>
          <Button autoFocus={cameFrom === "delete"} onPress={() => onOpen("delete")}>
            <Trash2 size={16} aria-hidden />
            {settings.deleteAccount}
          </Button>
        </section>
      </div>
    </Dialog>
  );
}
