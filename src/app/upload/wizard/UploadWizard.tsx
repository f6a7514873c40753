import { useLocation } from "@tanstack/react-router";
import { type ComponentType, useEffect, useRef, useState } from "react";
import { uploadText } from "../../../protocol/text/upload-text.ts";
import { toast } from "../../../ui/notices/toasts.ts";
import { useLeaveGuard } from "../../shell/index.ts";
import { setUploadAnother } from "../queue/index.ts";
import { openWizard } from "./open.ts";
import { emptyWizard, holdsChoices } from "./state.ts";
import { useWizard } from "./use-wizard.ts";

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
  const Dialog = useDialog(isOpen);
  return isOpen && Dialog !== null ? <Dialog /> : null;
}

/** Fetched when it is wanted. Without an answer the wizard is closed again, which is said: the page and its uploads stay. */
function useDialog(isWanted: boolean): ComponentType | null {
  const [Dialog, setDialog] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (!isWanted || Dialog !== null) return;
    let isLeft = false;
    import("./WizardDialog.tsx").then(
      ({ WizardDialog }) => isLeft || setDialog(() => WizardDialog),
      () => {
        if (isLeft) return;
        emptyWizard();
        toast.error(uploadText.notFetched);
      },
    );
    return () => {
      isLeft = true;
    };
  }, [isWanted, Dialog]);
  return Dialog;
}
