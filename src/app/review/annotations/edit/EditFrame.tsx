import { Trash2 } from "lucide-react";
import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { titleRules } from "../../../../domain/annotations/annotation-rules.ts";
import {
  channelProblem,
  isDescriptionTooLong,
  isTagsTooMany,
  isWrittenFine,
} from "../../../../domain/annotations/draft-rules.ts";
import { firstFailure } from "../../../../domain/people/rules.ts";
import {
  type AnnotationKind,
  annotationKinds,
  annotationLimits as limits,
  newAnnotation,
} from "../../../../protocol/annotations.ts";
import type { ShortcutTemplate } from "../../../../protocol/shortcuts.ts";
import { annotationEditText as words } from "../../../../protocol/text/annotation-edit-text.ts";
import { Button } from "../../../../ui/buttons/Button.tsx";
import { IconButton } from "../../../../ui/buttons/IconButton.tsx";
import { ConfirmDialog } from "../../../../ui/dialogs/ConfirmDialog.tsx";
import { Dialog } from "../../../../ui/dialogs/Dialog.tsx";
import { Choices } from "../../../../ui/fields/Choices.tsx";
import { ColourField } from "../../../../ui/fields/ColourField.tsx";
import { SliderField } from "../../../../ui/fields/SliderField.tsx";
import { TextAreaInput } from "../../../../ui/fields/TextAreaInput.tsx";
import { TextInput } from "../../../../ui/fields/TextInput.tsx";
import css from "./Edit.module.css";
import { TagsField } from "./TagsField.tsx";

/** Far apart in both themes; the first is that of a new annotation. */
const palette = [
  ...["#ff0000", "#e8590c", "#f2b705", "#2f9e44", "#0b7285", "#1c7ed6"],
  ...["#5f3dc4", "#c2255c", "#868e96", "#5c3d2e", "#66a80f", "#22b8cf"],
] as const;

export interface EditFrameProps {
  header: string;
  /** What is edited, as it stands now. */
  template: ShortcutTemplate;
  onTemplate: (template: ShortcutTemplate) => void;
  /** Anything is other than it was. */
  isChanged: boolean;
  /** What besides the fields of the frame stands against saving, in words; null: nothing. */
  problem: string | null;
  isReadOnly?: boolean;
  /** What the foot says of that. */
  whyReadOnly?: string;
  /** Under the title: who made it, or the assigned key. */
  line: ReactNode;
  /** The tabs. */
  children: ReactNode;
  /** Closes it itself. @throws the reason */
  onSave: () => Promise<void>;
  /** Absent: there is nothing to delete, or it is not allowed. */
  deletion?: { label: string; title: string; body: string; confirm: string; onDelete: () => unknown } | undefined;
  onClose: () => void;
}

/** What both faces of the dialog have in common: title, colour, description, tags, and the ways to save, delete and leave (spec 2.21). */
export function EditFrame(props: EditFrameProps) {
  const { header, template, onTemplate, isChanged, isReadOnly = false, line, children, deletion } = props;
  const { onSave, onClose, whyReadOnly = words.readOnly } = props;
  const problem = props.problem ?? channelProblem(template);
  const [asked, setAsked] = useState<"no" | "cancel" | "delete">("no");
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const set = (part: Partial<ShortcutTemplate>) => onTemplate({ ...template, ...part });
  const { annotation_text: title, annotation_description: description, tags, color, opacity, kind } = template;
  const maySave = isChanged && isWrittenFine(template) && problem === null && !isSaving && !isReadOnly;
  const close = () => {
    if (isChanged && !isReadOnly) setAsked("cancel");
    else onClose();
  };
  const save = async () => {
    setAsked("no");
    setSaving(true);
    setFailure(null);
    try {
      await onSave();
      if (isOpen.current) onClose();
    } catch (error) {
      console.warn("annotation.not_saved", error);
      if (!isOpen.current) return;
      setSaving(false);
      setFailure(error instanceof Error ? error.message : String(error));
    }
  };
  /** Ctrl+Enter, or Cmd+Enter, saves from any field; before the fields, some of which take Enter for themselves. */
  const onKeyDownCapture = (event: KeyboardEvent) => {
    const isPressed = event.key === "Enter" && (event.ctrlKey || event.metaKey);
    const isKeyAsked = event.target instanceof HTMLElement && event.target.dataset.editing !== undefined;
    if (!isPressed || isKeyAsked) return;
    event.preventDefault();
    event.stopPropagation();
    if (maySave) void save();
  };
  return (
    <Dialog
      title={header}
      closeLabel={words.close}
      width={560}
      isOpen
      ignoresOutside
      onClose={close}
      footNote={
        isSaving ? (
          <span role="status">{words.wait}</span>
        ) : failure !== null ? (
          <span role="alert" className={css.failure}>
            {failure}
          </span>
        ) : isReadOnly ? (
          whyReadOnly
        ) : isChanged && problem !== null ? (
          problem
        ) : isChanged ? (
          `${words.unsaved} – ${words.saveKey}`
        ) : undefined
      }
      actions={
        <>
          <Button onPress={close}>{words.cancel}</Button>
          <Button tone="primary" isDisabled={!maySave} aria-keyshortcuts="Control+Enter" onPress={() => void save()}>
            {words.save}
          </Button>
        </>
      }
    >
      <div className={css.form} onKeyDownCapture={onKeyDownCapture}>
        <div className={css.titleRow}>
          <TextInput
            autoFocus={!isReadOnly}
            label={words.title}
            value={title}
            isReadOnly={isReadOnly}
            maxLength={limits.title}
            error={firstFailure(titleRules, template)}
            onChange={(next) => set({ annotation_text: next })}
            onFocus={selectUnnamed}
            onKeyDown={leaveByEnter}
          />
          {deletion === undefined ? null : (
            <IconButton icon={Trash2} label={deletion.label} size="medium" onPress={() => setAsked("delete")} />
          )}
        </div>
        {line}
        <fieldset className={css.look} disabled={isReadOnly}>
          <legend className="visually-hidden">{words.colour}</legend>
          <span className={css.lookPart}>
            <span className={css.label} aria-hidden>
              {words.colour}
            </span>
            {isReadOnly ? (
              <span className={css.swatch} style={{ background: color }} />
            ) : (
              <ColourField
                label={words.colour}
                value={color.toLowerCase()}
                palette={palette}
                words={{ palette: words.colour, hex: words.colourHex }}
                onChange={(next) => set({ color: next })}
              />
            )}
          </span>
          <span className={css.lookPart}>
            <span className={css.label} aria-hidden>
              {words.kind}
            </span>
            <Choices
              label={words.kind}
              choices={annotationKinds.map((id) => ({ id, name: words.kinds[id] }))}
              selected={kind}
              isDisabled={isReadOnly}
              onChoose={(id) => set({ kind: id as AnnotationKind })}
            />
          </span>
          <span className={css.lookPart}>
            <span className={css.label} aria-hidden>
              {words.opacity}
            </span>
            {isReadOnly ? (
              words.percent(opacity)
            ) : (
              <SliderField
                label={words.opacity}
                value={Math.round(opacity * 100)}
                min={0}
                max={100}
                valueText={words.percent(opacity)}
                onChange={(value) => set({ opacity: value / 100 })}
              />
            )}
          </span>
        </fieldset>
        <TextAreaInput
          label={words.description}
          value={description}
          isReadOnly={isReadOnly}
          maxLength={limits.descriptionInput}
          onChange={(next) => set({ annotation_description: next })}
          {...(isDescriptionTooLong(description)
            ? { error: words.characters(description.length) }
            : { hint: words.characters(description.length) })}
        />
        <TagsField tags={tags} isReadOnly={isReadOnly} onChange={(next) => set({ tags: [...next] })} />
        {children}
      </div>
      <Dialog
        title={words.cancelling.title}
        closeLabel={words.cancelling.keep}
        width={440}
        role="alertdialog"
        hasNoClose
        isOpen={asked === "cancel"}
        onClose={() => setAsked("no")}
        actions={
          <>
            <Button autoFocus onPress={() => setAsked("no")}>
              {words.cancelling.keep}
            </Button>
            <Button tone="danger" onPress={onClose}>
              {words.cancelling.cancel}
            </Button>
            <Button
              tone="primary"
              isDisabled={!maySave || isTagsTooMany(tags) || isDescriptionTooLong(description)}
              onPress={() => void save()}
            >
              {words.cancelling.save}
            </Button>
          </>
        }
      >
        <p className={css.message}>{words.cancelling.body}</p>
      </Dialog>
      {deletion === undefined ? null : (
        <ConfirmDialog
          title={deletion.title}
          confirmLabel={deletion.confirm}
          cancelLabel={words.deleting.cancel}
          isOpen={asked === "delete"}
          onConfirm={async () => {
            await deletion.onDelete();
            if (isOpen.current) onClose();
          }}
          onCancel={() => setAsked("no")}
        >
          {deletion.body}
        </ConfirmDialog>
      )}
    </Dialog>
  );
}

/** What is typed replaces a name that nobody gave. */
function selectUnnamed({ target }: FocusEvent): void {
  if (target instanceof HTMLInputElement && target.value === newAnnotation.text) target.select();
}

/** Enter leaves the field (spec 5); every other key, Esc too, is the dialog's as well. */
function leaveByEnter(event: { key: string; target: EventTarget; continuePropagation(): void }): void {
  // To the dialog itself: what loses the focus inside of one without giving it to another gets it back.
  if (event.key !== "Enter") event.continuePropagation();
  else if (event.target instanceof HTMLElement) event.target.closest<HTMLElement>("[role=dialog]")?.focus();
}
