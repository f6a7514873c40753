import { type ComponentType, useState } from "react";
import { useSnapshot } from "valtio";
import { text } from "../../../protocol/text/text.ts";
import { fetched } from "../../../ui/fetched.tsx";
import { type Edited, MontagePicker } from "../montages/MontagePicker.tsx";
import type { PreviewProps } from "./EditMontage.tsx";
import { setMontage } from "./montage-props.ts";
import { useMontageList, useMontageWindow } from "./montage-window.ts";

// The editor is large and seldom needed.
const EditMontage = fetched(async () => (await import("./EditMontage.tsx")).EditMontage, text.failed.notFetched);

export interface MontageButtonProps {
  /** Of the editor. */
  Preview: ComponentType<PreviewProps>;
  focusPlot: () => void;
}

/** Which montage the window is read in, and the editor of montages. */
export function MontageButton({ Preview, focusPlot }: MontageButtonProps) {
  const { props, library, montageStore } = useMontageWindow();
  const montages = useMontageList();
  const { montage } = useSnapshot(props);
  const [edited, setEdited] = useState<Edited | null>(null);
  if (montageStore === null) return null;
  return (
    <>
      <MontagePicker
        store={montageStore}
        montages={montages}
        current={library.chosen(montage)?.montage}
        onChoose={(id) => {
          setMontage(props, id);
          focusPlot();
        }}
        onEdit={setEdited}
      />
      {edited === null ? null : (
        <EditMontage
          store={montageStore}
          edited={edited}
          Preview={Preview}
          onClose={() => {
            setEdited(null);
            focusPlot();
          }}
        />
      )}
    </>
  );
}
