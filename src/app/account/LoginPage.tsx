import { registryWorkspace } from "../../protocol/accounts.ts";
import { accountText } from "../../protocol/text/account-text.ts";
import { Banner } from "../../ui/notices/Banner.tsx";
import { useSession } from "../session/index.ts";
import { LoginForm } from "./LoginForm.tsx";
import css from "./SignInFrame.module.css";
import { SignInFrame } from "./SignInFrame.tsx";

const { loginScreen, screen, shell } = accountText;

/** The home screen of who is not signed in. `notice`: why they are here, for addresses that lead nowhere. */
export function LoginPage({ notice }: { notice?: string }) {
  const { workspaceName, isEndedElsewhere } = useSession();
  const isRegistry = workspaceName === registryWorkspace;
  const said = notice ?? (isEndedElsewhere ? shell.again.why.elsewhere : undefined);
  return (
    <SignInFrame
      tab={loginScreen.tab}
      title={isRegistry ? loginScreen.registryTitle : loginScreen.title}
      hint={isRegistry ? loginScreen.registryTagline : screen.tagline}
    >
      {said === undefined ? null : (
        <div className={css.notice}>
          <Banner tone="info">{said}</Banner>
        </div>
      )}
      <LoginForm isRegistry={isRegistry} />
    </SignInFrame>
  );
}
