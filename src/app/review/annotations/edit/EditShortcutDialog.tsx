import { useState } from "react";
import { isSameDraft } from "../../../../domain/annotations/draft-rules.ts";
import type { ShortcutConfig, ShortcutTemplate, Triggers } from "../../../../protocol/shortcuts.ts";
import { annotationEditText as words } from "../../../../protocol/text/annotation-edit-text.ts";
import { shortcutText } from "../../../../protocol/text/shortcut-text.ts";
import { KeyChips } from "../../shortcuts/KeyChips.tsx";
import type { VisibleTraces } from "../visible-channels.ts";
import css from "./Edit.module.css";
import { EditFrame } from "./EditFrame.tsx";
import { EditTabs } from "./EditTabs.tsx";
import { ModalityPicker } from "./ModalityPicker.tsx";
import type { ModalityEntry } from "./modality-entries.ts";

export interface EditShortcutDialogProps {
  /** As it is now; the dialog works on a copy. */
  shortcut: ShortcutConfig & { readonly data: ShortcutTemplate };
  isNew: boolean;
  /** All shortcuts: none of their keys is free. */
  configs: readonly ShortcutConfig[];
  modalities: readonly ModalityEntry[];
  visible: VisibleTraces;
  onSave: (shortcut: ShortcutConfig) => Promise<void>;
  onDelete: () => void;
  onClose: () => void;
}

/** 'Create Shortcut' and 'Edit Shortcut' (spec 2.21): what a key of one's own makes. Keeps nothing itself. */
export function EditShortcutDialog(props: EditShortcutDialogProps) {
  const { shortcut, isNew, configs, modalities, visible, onSave, onDelete, onClose } = props;
  const [template, setTemplate] = useState(shortcut.data);
  const [triggers, setTriggers] = useState<Triggers>(shortcut.triggers);
  const isSameKeys = triggers.every((key, k) => key === shortcut.triggers[k]);
  const { deleting } = shortcutText;
  return (
    <EditFrame
      header={isNew ? words.headers.create : words.headers.edit}
      template={template}
      onTemplate={setTemplate}
      isChanged={!isSameKeys || !isSameDraft(template, shortcut.data)}
      problem={triggers.every((key) => key === null) ? shortcutText.refused.noKey : null}
      line={
        <div className={css.assigned}>
          <span className={css.label}>{words.assignedKey}</span>
          <KeyChips
            title={template.annotation_text}
            own={{ id: shortcut.id, triggers }}
            configs={configs}
            isFramed
            onChange={setTriggers}
          />
        </div>
      }
      onSave={() => onSave({ ...shortcut, data: template, triggers })}
      deletion={
        isNew
          ? undefined
          : {
              label: words.deleteShortcut,
              title: deleting.title,
              body: `${deleting.body(1)} ${deleting.saved}`,
              confirm: deleting.confirm,
              onDelete,
            }
      }
      onClose={onClose}
    >
      <EditTabs
        modalities={
          <ModalityPicker
            entries={modalities}
            visible={visible}
            selected={template.modalities}
            original={shortcut.data.modalities}
            onChange={(next) => setTemplate({ ...template, modalities: [...next] })}
          />
        }
      />
    </EditFrame>
  );
}
