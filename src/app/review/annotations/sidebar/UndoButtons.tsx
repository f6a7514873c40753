import { Redo2, Undo2 } from "lucide-react";
import { useSnapshot } from "valtio";
import { annotationSessionText } from "../../../../protocol/text/annotation-session-text.ts";
import { IconButton } from "../../../../ui/buttons/IconButton.tsx";
import type { AnnotationStore } from "../types.ts";

const words = annotationSessionText.sidebar;

/** Undo and Redo, named by what they would do; where somebody has changed it since, the review asks. */
export function UndoButtons({ store }: { store: AnnotationStore }) {
  const { undo, redo } = useSnapshot(store.state);
  return (
    <>
      <IconButton
        icon={Undo2}
        label={undo ?? words.nothingToUndo}
        isDisabled={undo === null}
        onPress={() => store.undoOrAsk("undo")}
      />
      <IconButton
        icon={Redo2}
        label={redo ?? words.nothingToRedo}
        isDisabled={redo === null}
        onPress={() => store.undoOrAsk("redo")}
      />
    </>
  );
}
