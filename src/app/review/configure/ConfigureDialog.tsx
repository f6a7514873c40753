import { type ReactNode, useEffect, useRef, useState } from "react";
import { configureText } from "../../../protocol/text/configure-text.ts";
import { Button } from "../../../ui/buttons/Button.tsx";
import { ConfirmDialog } from "../../../ui/dialogs/ConfirmDialog.tsx";
import { Dialog } from "../../../ui/dialogs/Dialog.tsx";
import css from "./Configure.module.css";
import type { WindowSaving } from "./window-saving.ts";

export interface ConfigureDialogProps {
  title: string;
  /** CSS px; 640 unless told. */
  width?: number;
  /** Stands between head and body. */
  bar?: ReactNode;
  children: ReactNode;
  /** What is entered is not what the window has. */
  isChanged: boolean;
  /** Why it cannot be saved as it is; null: it can. */
  problem?: string | null;
  saving: WindowSaving;
  /** Gives the window what is entered; returns what takes it back (`applyTo`). */
  onApply: () => () => void;
  onClose: () => void;
}

/**
 * The frame of all Configure dialogs (spec 2.9). Save gives the window what is entered and waits until its display holds that;
 * a close meanwhile gives the waiting up, not the saving. What could not be saved is taken back from the window when it is discarded.
 */
export function ConfigureDialog(props: ConfigureDialogProps) {
  const { title, width, bar, children, isChanged, problem = null, saving, onApply, onClose } = props;
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [isAsked, setAsked] = useState(false);
  const isOpen = useRef(true);
  /** Takes back what the window was given by a save that failed. */
  const applied = useRef<(() => void) | null>(null);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);

  const takeBack = () => {
    applied.current?.();
    applied.current = null;
  };
  const discard = () => {
    takeBack();
    onClose();
  };
  const close = () => {
    if (isSaving) onClose();
    else if (isChanged) setAsked(true);
    else discard();
  };
  const save = async () => {
    setSaving(true);
    setFailure(null);
    try {
      takeBack();
      applied.current = onApply();
      await saving.save();
      if (isOpen.current) onClose();
    } catch (error) {
      if (!isOpen.current) return;
      setSaving(false);
      if (!isAbort(error)) setFailure(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <Dialog
      title={title}
      closeLabel={configureText.close}
      {...(width === undefined ? {} : { width })}
      {...(bar === undefined ? {} : { bar })}
      isOpen
      ignoresOutside
      onClose={close}
      footNote={
        isSaving ? (
          <span role="status">{configureText.wait}</span>
        ) : failure !== null ? (
          <span role="alert" className={css.failure}>
            {failure}
          </span>
        ) : isChanged && problem !== null ? (
          problem
        ) : !saving.isKept() ? (
          configureText.notKept
        ) : isChanged ? (
          configureText.unsaved
        ) : undefined
      }
      actions={
        <>
          <Button onPress={close}>{configureText.cancel}</Button>
          <Button tone="primary" isDisabled={!isChanged || problem !== null || isSaving} onPress={() => void save()}>
            {configureText.save}
          </Button>
        </>
      }
    >
      {children}
      <ConfirmDialog
        title={configureText.discard.title}
        confirmLabel={configureText.discard.confirm}
        cancelLabel={configureText.cancel}
        isOpen={isAsked}
        onConfirm={discard}
        onCancel={() => setAsked(false)}
      >
        {configureText.discard.body}
      </ConfirmDialog>
    </Dialog>
  );
}

/** A call that was given up. */
const isAbort = (error: unknown): boolean => error instanceof Error && error.name === "AbortError";
