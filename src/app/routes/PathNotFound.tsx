import { useRouterState } from "@tanstack/react-router";
import { accountText } from "../../protocol/text/account-text.ts";
import { LoginPage } from "../account/index.ts";
import { holds, useSession } from "../session/index.ts";
import { gated } from "../shell/gate.ts";
import { LoadingWorkspace } from "../shell/LoadingWorkspace.tsx";
import { NotFoundPage } from "../shell/NotFoundPage.tsx";
import { nowhereHint } from "../shell/nav.ts";

const { shell } = accountText;

/** Any other address: a link to the main page when logged in, else the login form (spec 000 section 2, Routes). */
export function PathNotFound({ data }: { data?: unknown }) {
  const { isSignedIn } = useSession();
  const isLoading = useRouterState({ select: ({ isLoading }) => isLoading });
  // What the gate said before the sign-in is no longer true: the page is on its way.
  if (isSignedIn && data === gated && isLoading) return <LoadingWorkspace />;
  if (isSignedIn) return <NotFoundPage title={shell.notFound} hint={nowhereHint(holds)} link={shell.toMain} />;
  // A page that needs a session is no mistake of the visitor's: it only says what it needs.
  return data === gated ? <LoginPage /> : <LoginPage notice={shell.notFound} />;
}
