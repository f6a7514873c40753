import { Redo2, Undo2 } from "lucide-react";
import { useSnapshot } from "valtio";
import { actionOf } from "../../../../domain/shortcuts/actions.ts";
import { keysLabel } from "../../../../domain/shortcuts/keys.ts";
import { annotationSessionText } from "../../../../protocol/text/annotation-session-text.ts";
import { IconButton } from "../../../../ui/buttons/IconButton.tsx";
import type { AnnotationStore } from "../types.ts";

const words = annotationSessionText.sidebar;
const isMac = /mac/i.test(navigator.userAgent);

/** With the keys that do it anywhere in the review. */
const hintOf = (label: string, action: "undo" | "redo") =>
  words.withKeys(label, keysLabel(actionOf(action)?.triggers ?? [], isMac));

/** Undo and Redo, named by what they would do; where somebody has changed it since, the review asks. */
export function UndoButtons({ store }: { store: AnnotationStore }) {
  const { undo, redo } = useSnapshot(store.state);
  return (
    <>
      <IconButton
        icon={Undo2}
        label={undo ?? words.nothingToUndo}
        hint={hintOf(undo ?? words.nothingToUndo, "undo")}
        isDisabled={undo === null}
        onPress={() => store.undoOrAsk("undo")}
      />
      <IconButton
        icon={Redo2}
        label={redo ?? words.nothingToRedo}
        hint={hintOf(redo ?? words.nothingToRedo, "redo")}
        isDisabled={redo === null}
        onPress={() => store.undoOrAsk("redo")}
      />
    </>
  );
}
