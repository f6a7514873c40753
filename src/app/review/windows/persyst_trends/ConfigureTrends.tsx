import { useState } from "react";
import { initialLengthsOf } from "../../../../domain/time/page-lengths.ts";
import { applyTo } from "../../configure/apply-to.ts";
import css from "../../configure/Configure.module.css";
import { ConfigureDialog } from "../../configure/ConfigureDialog.tsx";
import { asItIs, PageSizeField, pageSizeOf } from "../../configure/PageSizeField.tsx";
import type { WindowSaving } from "../../configure/window-saving.ts";
import { showLength } from "../../time/timeline.ts";
import { trendsKindId } from "./kind-id.ts";
import { useTrendsWindow } from "./trends-window.ts";
import { words } from "./words.ts";

const lengthsMs = initialLengthsOf(trendsKindId);

/** 'Configure Persyst' of a trends window: Initial Page Size alone (spec 2.14). */
export function ConfigureTrends({ saving, onClose }: { saving: WindowSaving; onClose: () => void }) {
  const window = useTrendsWindow();
  const { timeline } = window;
  const [before] = useState(() => pageSizeOf(timeline, lengthsMs));
  const [pageMs, setPageMs] = useState(before);
  return (
    <ConfigureDialog
      title={words.configure}
      isChanged={pageMs !== before && pageMs !== asItIs}
      saving={saving}
      onApply={() => applyTo(window, () => showLength(timeline, pageMs))}
      onClose={onClose}
    >
      <div className={css.fields}>
        <div className={css.whole}>
          <PageSizeField choicesMs={lengthsMs} chosen={pageMs} onChoose={setPageMs} />
        </div>
      </div>
    </ConfigureDialog>
  );
}
