import { useLocation } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { text } from "../../../protocol/text/text.ts";
import { uploadText } from "../../../protocol/text/upload-text.ts";
import { fetched } from "../../../ui/fetched.tsx";
import { useLeaveGuard } from "../../shell/index.ts";
import { setUploadAnother } from "../queue/index.ts";
import { openWizard } from "./open.ts";
import { emptyWizard, holdsChoices } from "./state.ts";
import { useWizard } from "./use-wizard.ts";

const WizardDialog = fetched<{ onClose: () => void }>(
  async () => (await import("./WizardDialog.tsx")).WizardDialog,
  text.failed.notFetched,
);

/** The place of the upload wizard in the frame: nothing until it is opened. Like every modal it closes on route change; before the page goes it is asked. */
export function UploadWizard() {
  const state = useWizard();
  const { isOpen } = state;
  useLeaveGuard(isOpen && holdsChoices(state), uploadText.leave);
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    emptyWizard();
  }, [pathname]);
  useEffect(() => {
    setUploadAnother(() => openWizard());
    return () => setUploadAnother(null);
  }, []);
  return isOpen ? <WizardDialog onClose={emptyWizard} /> : null;
}
