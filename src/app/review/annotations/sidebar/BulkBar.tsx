import { FolderInput, Tag, Trash2, X } from "lucide-react";
import { useState } from "react";
import { useSnapshot } from "valtio";
import type { AnnotationRef } from "../../../../domain/annotations/annotation-row.ts";
import { annotationSessionText } from "../../../../protocol/text/annotation-session-text.ts";
import { ActionMenu } from "../../../../ui/buttons/ActionMenu.tsx";
import { Button } from "../../../../ui/buttons/Button.tsx";
import { IconButton } from "../../../../ui/buttons/IconButton.tsx";
import { RefusedButton } from "../../../../ui/buttons/RefusedButton.tsx";
import { mayDeleteAll, moveAll } from "../sessions/annotation-acts.ts";
import type { AnnotationStore } from "../types.ts";
import css from "./Sidebar.module.css";
import { TagsDialog } from "./TagsDialog.tsx";

const words = annotationSessionText.bulk;

export interface BulkBarProps {
  store: AnnotationStore;
  refs: readonly AnnotationRef[];
  onDelete: () => void;
  onClear: () => void;
}

/** What can be done with the selected annotations. */
export function BulkBar({ store, refs, onDelete, onClear }: BulkBarProps) {
  const { sessions } = useSnapshot(store.state);
  const [isTagging, setTagging] = useState(false);
  const targets = sessions.filter(({ isReadOnly }) => !isReadOnly);
  return (
    <div className={css.bulk}>
      <span role="status">{words.selected(refs.length)}</span>
      <span className={css.space} />
      <Button size="small" onPress={() => setTagging(true)}>
        <Tag size={14} aria-hidden />
        {words.tags}
      </Button>
      <span className={css.move}>
        <ActionMenu
          label={words.move}
          icon={FolderInput}
          actions={targets.map(({ id, name }) => ({
            id: String(id),
            name,
            icon: FolderInput,
            onAction: () => {
              moveAll(store, refs, { id, name });
              onClear();
            },
          }))}
        />
      </span>
      {mayDeleteAll(store, refs) ? (
        <IconButton icon={Trash2} label={words.delete} onPress={onDelete} />
      ) : (
        <RefusedButton hint={annotationSessionText.noPermission} tone="quiet">
          <Trash2 size={16} aria-label={words.delete} />
        </RefusedButton>
      )}
      <IconButton icon={X} label={words.clear} onPress={onClear} />
      {isTagging ? <TagsDialog store={store} refs={refs} onClose={() => setTagging(false)} /> : null}
    </div>
  );
}
