import { Workflow } from "lucide-react";
import { useState } from "react";
import { analysesText } from "../../../protocol/text/analyses-text.ts";
import { text } from "../../../protocol/text/text.ts";
import { IconButton } from "../../../ui/buttons/IconButton.tsx";
import { fetched } from "../../../ui/fetched.tsx";
import type { ReviewWorkspace } from "../workspace-types.ts";

const AnalysesDialog = fetched(
  async () => (await import("./AnalysesDialog.tsx")).AnalysesDialog,
  text.failed.notFetched,
);

/** Opens the panel of analyses, which is fetched then. */
export function AnalysesButton({ workspace }: { workspace: ReviewWorkspace }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton icon={Workflow} label={analysesText.button} tone="nav" size="medium" onPress={() => setOpen(true)} />
      {isOpen ? <AnalysesDialog workspace={workspace} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
