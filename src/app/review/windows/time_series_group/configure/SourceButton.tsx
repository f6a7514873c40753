import { ChevronDown, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { Button as AriaButton } from "react-aria-components";
import type { SignalName } from "../../../../../domain/graphs/graph.ts";
import { graphsText } from "../../../../../protocol/text/graphs-text.ts";
import css from "./ConfigureGraphs.module.css";
import { SourceDialog } from "./SourceDialog.tsx";
import { useGraphsEdit } from "./use-graphs-edit.ts";

export interface SourceButtonProps {
  /** What is chosen here. */
  label: string;
  name: SignalName;
  onChoose: (name: SignalName) => void;
}

/** The signal that is chosen, where it comes from, and what this patient lacks; a press chooses another one. */
export function SourceButton({ label, name, onChoose }: SourceButtonProps) {
  const { describe } = useGraphsEdit();
  const [isOpen, setOpen] = useState(false);
  const { title, detail, problem } = describe(name);
  return (
    <>
      <AriaButton
        className={css.source}
        aria-label={[`${label}: ${title}`, problem ?? detail].filter(Boolean).join(", ")}
        onPress={() => setOpen(true)}
      >
        <span className={css.sourceTitle}>{title}</span>
        <ChevronDown size={16} aria-hidden className={css.open} />
        {problem === null ? (
          <span className={css.detail}>{detail}</span>
        ) : (
          <span className={css.problem}>
            <TriangleAlert size={13} aria-hidden />
            {problem}
          </span>
        )}
      </AriaButton>
      {isOpen ? (
        <SourceDialog
          title={graphsText.chooseSource}
          onChoose={([chosen]) => {
            if (chosen !== undefined) onChoose(chosen);
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
