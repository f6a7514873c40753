import { lazy, Suspense, useState } from "react";
import { useSnapshot } from "valtio";
import { type Edited, MontagePicker } from "../../montages/MontagePicker.tsx";
import { useEegWindow, useMontageList } from "./eeg-window.ts";
import { setMontage } from "./props.ts";

// The editor is large and seldom needed.
const EditMontage = lazy(async () => ({ default: (await import("./EditMontage.tsx")).EditMontage }));

/** Which montage the window is read in, and the editor of montages. */
export function MontageButton({ focusPlot }: { focusPlot: () => void }) {
  const { props, library, montageStore } = useEegWindow();
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
        <Suspense>
          <EditMontage
            store={montageStore}
            edited={edited}
            onClose={() => {
              setEdited(null);
              focusPlot();
            }}
          />
        </Suspense>
      )}
    </>
  );
}
