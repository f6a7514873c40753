import { EditMontageDialog, type EditMontageDialogProps } from "../../montages/editor/EditMontageDialog.tsx";
import { useEegWindow } from "./eeg-window.ts";
import { MontagePreview } from "./MontagePreview.tsx";
import { setMontage } from "./props.ts";

/** 'Edit Montage' over this window: its page is the preview, and what is made here is what it shows then. */
export function EditMontage(props: Pick<EditMontageDialogProps, "store" | "edited" | "onClose">) {
  const window = useEegWindow();
  return (
    <EditMontageDialog
      {...props}
      recording={window.recording}
      renderPreview={(id, source) => <MontagePreview id={id} source={source} />}
      onSaved={({ id }, isNew) => {
        if (isNew) setMontage(window.props, id);
      }}
    />
  );
}
