import { Workflow } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { analysesText } from "../../../protocol/text/analyses-text.ts";
import { IconButton } from "../../../ui/buttons/IconButton.tsx";
import type { ReviewWorkspace } from "../workspace-types.ts";

const AnalysesDialog = lazy(async () => ({ default: (await import("./AnalysesDialog.tsx")).AnalysesDialog }));

/** Opens the panel of analyses, which is fetched then. */
export function AnalysesButton({ workspace }: { workspace: ReviewWorkspace }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton icon={Workflow} label={analysesText.button} tone="nav" size="medium" onPress={() => setOpen(true)} />
      {isOpen ? (
        <Suspense>
          <AnalysesDialog workspace={workspace} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
