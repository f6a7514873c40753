import { LoaderCircle } from "lucide-react";
import { accountText } from "../../protocol/text/account-text.ts";
import { Face } from "../../ui/notices/Face.tsx";
import css from "./LoadingWorkspace.module.css";

/** The whole page while the permissions of a logged-in user are on their way. */
export function LoadingWorkspace() {
  return (
    <main className={css.page}>
      <Face icon={LoaderCircle} title={accountText.screen.loadingWorkspace} role="status" />
    </main>
  );
}
