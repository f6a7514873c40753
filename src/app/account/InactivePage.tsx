import { Link } from "@tanstack/react-router";
import { accountText } from "../../protocol/text/account-text.ts";
import linkCss from "../../ui/buttons/Link.module.css";
import { SignInFrame } from "./SignInFrame.tsx";

const { inactiveScreen } = accountText;

/** Where the inactivity timer leaves people. */
export function InactivePage() {
  return (
    <SignInFrame tab={inactiveScreen.title} title={inactiveScreen.title} hint={inactiveScreen.text}>
      <p>
        <Link to="/" className={linkCss.link}>
          {inactiveScreen.logIn}
        </Link>
      </p>
    </SignInFrame>
  );
}
