import { CircleAlert, DatabaseZap } from "lucide-react";
import type { ReactNode } from "react";
import { accountText } from "../../protocol/text/account-text.ts";
import { text } from "../../protocol/text/text.ts";
import { Button } from "../../ui/buttons/Button.tsx";
import { Face } from "../../ui/notices/Face.tsx";
import { startSession, useSession } from "../session/index.ts";
import { LoadingWorkspace } from "./LoadingWorkspace.tsx";

/** The pages, once it is known who is signed in and what they may do. */
export function SessionGate({ children }: { children: ReactNode }) {
  const { phase, failure, isAway, token, held } = useSession();
  if (held !== null) return children; // the page stays; the dialog over it says what happens
  // Without a token only the settings of the workspace are on their way: a moment too short for words.
  if (phase === "starting") return token === null ? null : <LoadingWorkspace />;
  if (phase === "loading") return <LoadingWorkspace />;
  if (phase === "failed" && isAway) return <Face icon={DatabaseZap} title={failure ?? ""} role="alert" />;
  if (phase === "failed")
    return (
      <Face icon={CircleAlert} title={accountText.screen.unrecoverable} role="alert">
        <p>{failure}</p>
        <Button onPress={() => void startSession()}>{text.failed.tryAgain}</Button>
      </Face>
    );
  return children;
}
