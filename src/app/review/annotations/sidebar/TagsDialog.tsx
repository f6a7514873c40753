import { useState } from "react";
import type { AnnotationRef } from "../../../../domain/annotations/annotation-row.ts";
import { tagRules } from "../../../../domain/annotations/annotation-rules.ts";
import { tidyTag } from "../../../../domain/annotations/draft-rules.ts";
import { firstFailure } from "../../../../domain/people/rules.ts";
import { annotationLimits } from "../../../../protocol/annotations.ts";
import { annotationEditText } from "../../../../protocol/text/annotation-edit-text.ts";
import { annotationSessionText } from "../../../../protocol/text/annotation-session-text.ts";
import { Button } from "../../../../ui/buttons/Button.tsx";
import { Dialog } from "../../../../ui/dialogs/Dialog.tsx";
import { TextInput } from "../../../../ui/fields/TextInput.tsx";
import { Chips } from "../../../../ui/lists/Chips.tsx";
import { endForm } from "../../../shell/index.ts";
import { retagAll, tagsOf } from "../sessions/annotation-acts.ts";
import type { AnnotationStore } from "../types.ts";
import css from "./Sidebar.module.css";

const words = annotationSessionText.bulk;

export interface TagsDialogProps {
  store: AnnotationStore;
  refs: readonly AnnotationRef[];
  onClose: () => void;
}

/** Adds tags to all selected annotations, and takes tags off them. */
export function TagsDialog({ store, refs, onClose }: TagsDialogProps) {
  const [present] = useState(() => tagsOf(store, refs));
  const [added, setAdded] = useState<readonly string[]>([]);
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set());
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const named = new Map(present.map(([tag, n]) => [words.some(tag, n, refs.length), tag]));
  const left = [...named].filter(([, tag]) => !removed.has(tag)).map(([name]) => name);
  const add = () => {
    const tag = tidyTag(typed);
    if (tag === "") return;
    const wrong = firstFailure(tagRules, { tags: [...added, tag] });
    setProblem(wrong ?? null);
    if (wrong !== undefined) return;
    setAdded([...added, tag]);
    setTyped("");
  };
  const apply = () => {
    const wrong = retagAll(store, refs, { added, removed });
    if (wrong === null) onClose();
    else setProblem(wrong);
  };
  return (
    <Dialog
      title={words.tagsTitle}
      closeLabel={annotationSessionText.close}
      width={440}
      isOpen
      ignoresOutside
      onClose={() => endForm(typed !== "" || added.length + removed.size > 0, onClose)}
      footNote={words.selected(refs.length)}
      actions={
        <>
          <Button onPress={onClose}>{annotationSessionText.cancel}</Button>
          <Button tone="primary" isDisabled={added.length + removed.size === 0} onPress={apply}>
            {words.apply}
          </Button>
        </>
      }
    >
      <form
        className={css.addTag}
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <TextInput
          label={words.addTag}
          value={typed}
          onChange={(next) => {
            setTyped(next);
            setProblem(null);
          }}
          maxLength={annotationLimits.tag * 4}
          error={problem ?? (tidyTag(typed).length > annotationLimits.tag ? annotationEditText.tagLimit : undefined)}
          autoFocus
        />
        <Button type="submit" isDisabled={typed.trim() === ""}>
          {words.add}
        </Button>
      </form>
      <h3 className={css.heading}>{words.present}</h3>
      {left.length + added.length === 0 ? <p className={css.muted}>{words.noTags}</p> : null}
      <Chips
        label={words.present}
        items={[...left, ...added.filter((tag) => !left.includes(tag))]}
        removeLabel={words.remove}
        onRemove={(item) => {
          const tag = named.get(item);
          if (added.includes(item)) setAdded(added.filter((each) => each !== item));
          else if (tag !== undefined) setRemoved(new Set([...removed, tag]));
        }}
      />
    </Dialog>
  );
}
