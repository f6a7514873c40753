import { ShieldAlert } from "lucide-react";
import { accountText } from "../../protocol/text/account-text.ts";
import { useSession } from "../session/index.ts";
import { OperatorLink } from "./OperatorLink.tsx";
import css from "./SignInFrame.module.css";

const { loginScreen, screen, shell } = accountText;

/** The investigational-device caution, the operator's links and the version, at the foot of the sign-in screens. */
export function Caution() {
  const { settings } = useSession();
  return (
    <footer className={css.foot}>
      <p className={css.caution}>
        <ShieldAlert size={16} aria-hidden />
        {screen.caution}
      </p>
      <div className={css.links}>
        <OperatorLink name={loginScreen.privacy} url={settings?.privacy_url} absent={loginScreen.noPrivacy} />
        <OperatorLink name={loginScreen.learnMore} url={settings?.learn_more_url} absent={loginScreen.noLearnMore} />
        <span className={css.version}>{settings === null ? null : shell.version(settings.version)}</span>
      </div>
    </footer>
  );
}
