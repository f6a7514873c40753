import type { ComponentType } from "react";
import { EditMontageDialog, type EditMontageDialogProps } from "../montages/editor/EditMontageDialog.tsx";
import type { MontageSource } from "../montages/montage-store.ts";
import { setMontage } from "./montage-props.ts";
import { useMontageWindow } from "./montage-window.ts";

export interface PreviewProps {
  /** Of the montage, in what `source` holds. */
  id: number;
  source: MontageSource;
}

export interface EditMontageProps extends Pick<EditMontageDialogProps, "store" | "edited" | "onClose"> {
  /** Draws the page of the window around it in a montage that is not saved yet. */
  Preview: ComponentType<PreviewProps>;
}

/** 'Edit Montage' over this window: its page is the preview, and what is made here is what it shows then. */
export function EditMontage({ Preview, ...props }: EditMontageProps) {
  const window = useMontageWindow();
  return (
    <EditMontageDialog
      {...props}
      recording={window.recording}
      renderPreview={(id, source) => <Preview id={id} source={source} />}
      onSaved={({ id }, isNew) => {
        if (isNew) setMontage(window.props, id);
      }}
    />
  );
}
