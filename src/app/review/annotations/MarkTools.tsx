import { type LucideIcon, MapPin, Move, PenLine, SquareSlash } from "lucide-react";
import { useSnapshot } from "valtio";
import { annotationText } from "../../../protocol/text/annotation-text.ts";
import { IconToggle } from "../../../ui/buttons/IconToggle.tsx";
import { MenuButton } from "../../../ui/buttons/MenuButton.tsx";
import { useHolds } from "../../session/index.ts";
import type { AnnotationStore, InputMode, VisualizationMode } from "./types.ts";

const { modes, tools } = annotationText;
const icons: Readonly<Record<InputMode, LucideIcon>> = { cursor: Move, brush: PenLine, click: MapPin };
const modeIds = ["annotate_mode", "configure_mode", "view_mode"] as const;
const inputModes = ["cursor", "brush", "click"] as const;

/** What a press on a plot does, and which mode the review is in (spec 001 section 4, "Visualization modes"). */
export function MarkTools({ store }: { store: AnnotationStore }) {
  const { mode, tool, marksArtifacts } = useSnapshot(store.state);
  const mayCreate = useHolds("create_annotations");
  const refusal = !mayCreate
    ? annotationText.noPermission
    : mode === "annotate_mode"
      ? null
      : annotationText.notInThisMode;
  // With the hand nothing is marked, and so no artifact.
  const isMarkingArtifacts = marksArtifacts && tool !== "cursor" && refusal === null;
  return (
    <>
      <MenuButton
        label={annotationText.mode}
        value={modes[mode]}
        choices={modeIds.map((id) => ({ id, name: modes[id] }))}
        selected={mode}
        onChoose={(id) => store.setMode(id as VisualizationMode)}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be a form's */}
      <div role="group" aria-label={annotationText.tool} style={{ display: "contents" }}>
        {inputModes.map((each) => (
          <IconToggle
            key={each}
            icon={icons[each]}
            label={tools[each]}
            hint={(each === "cursor" ? null : refusal) ?? (each === "brush" ? annotationText.brushRows : tools[each])}
            isOn={each === (refusal === null ? tool : "cursor")}
            isDisabled={each !== "cursor" && refusal !== null}
            onChange={() => store.setTool(each)}
          />
        ))}
      </div>
      <IconToggle
        icon={SquareSlash}
        label={annotationText.marksArtifacts}
        hint={refusal ?? annotationText.marksArtifacts}
        isOn={isMarkingArtifacts}
        isDisabled={refusal !== null}
        onChange={() => {
          store.setMarksArtifacts(!isMarkingArtifacts);
          if (!isMarkingArtifacts && tool === "cursor") store.setTool("brush");
        }}
      />
    </>
  );
}
