import { useState } from "react";
import { ToggleButton, ToggleButtonGroup } from "react-aria-components";
import { withTemplate } from "../../../domain/displays.ts";
import { displayPresets, readGrid } from "../../../domain/layout.ts";
import { viewerTime } from "../../../domain/time/clock.ts";
import type { Display, DisplayForm } from "../../../protocol/displays.ts";
import { displayBarText } from "../../../protocol/text/display-bar-text.ts";
import { Button } from "../../../ui/buttons/Button.tsx";
import { ConfirmDialog } from "../../../ui/dialogs/ConfirmDialog.tsx";
import { Dialog } from "../../../ui/dialogs/Dialog.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import { currentHours } from "../clock-setting.ts";
import { kindOf } from "../windows/catalogue.ts";
import { offeredKinds } from "./AreaChooser.tsx";
import { CompareDisplays, kindName } from "./CompareDisplays.tsx";
import { DisplaySketch, lettersIn } from "./DisplaySketch.tsx";
import css from "./Displays.module.css";
import { structureOf } from "./display-document.ts";
import type { DisplayStore } from "./display-store.ts";

export interface EditDisplayDialogProps {
  store: DisplayStore;
  /** Id of its group. */
  group: number;
  display: Display;
  onClose: () => void;
}

const { editor, discard } = displayBarText;

/** Layout and kinds of windows of a display (spec 2.6). */
export function EditDisplayDialog({ store, group, display, onClose }: EditDisplayDialogProps) {
  /** The display as it was when the editing began. */
  const [before, setBefore] = useState<DisplayForm>(display);
  const [draft, setDraft] = useState<DisplayForm>(display);
  const [saving, setSaving] = useState<"no" | "now" | "changed" | "gone">("no");
  const [failure, setFailure] = useState<string | null>(null);
  const [isAsked, setAsked] = useState(false);
  const isEdited = structureOf(draft) !== structureOf(before);
  const wait = saving === "now";
  /** The display as it is on the server, as far as it is known. */
  const now = () => store.group(group)?.layouts.find(({ id }) => id === display.id);

  const close = () => {
    if (wait) return;
    if (isEdited) setAsked(true);
    else onClose();
  };
  const edit = (next: DisplayForm) => {
    setDraft(next);
    setFailure(null);
  };
  const save = async () => {
    setSaving("now");
    setFailure(null);
    try {
      const found = await saveOver(store, group, { id: display.id, before, draft });
      if (found === "same") return onClose();
      setSaving(found);
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
      setSaving("no");
    }
  };
  const keepAsCopy = async () => {
    const isGone = saving === "gone";
    setSaving("now");
    setFailure(null);
    try {
      const { id: _, ...copied } = draft;
      const known = new Set(store.group(group)?.layouts.map(({ id }) => id));
      const answered = await store.change(group, null, (layouts) => store.withCopyOf(layouts, copied));
      const kept = answered.layouts.find(({ id }) => !known.has(id));
      if (kept !== undefined) store.chooseDisplay(group, kept.id);
      onClose();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
      setSaving(isGone ? "gone" : "changed");
    }
  };
  const takeTheirs = () => {
    const newest = now();
    if (newest === undefined) return onClose();
    setBefore(newest);
    setDraft(newest);
    setSaving("no");
  };

  const letters = lettersIn(draft.cssGridTemplate);
  const theirs = saving === "changed" ? now() : undefined;
  return (
    <Dialog
      title={editor.title}
      closeLabel={displayBarText.close}
      width={720}
      isOpen
      ignoresOutside
      onClose={close}
      footNote={
        failure !== null ? (
          <span role="alert" className={css.failure}>
            {failure}
          </span>
        ) : saving === "changed" || saving === "gone" ? (
          <span role="alert">{saving === "gone" ? editor.gone : changedBy(store, group, display.id)}</span>
        ) : wait ? (
          <span role="status">{editor.wait}</span>
        ) : isEdited ? (
          editor.unsaved
        ) : undefined
      }
      actions={
        saving === "changed" || saving === "gone" ? (
          <>
            <Button onPress={takeTheirs}>{saving === "gone" ? displayBarText.close : editor.theirs}</Button>
            <Button tone="primary" onPress={() => void keepAsCopy()}>
              {editor.mine}
            </Button>
          </>
        ) : (
          <>
            <Button isDisabled={wait} onPress={close}>
              {displayBarText.cancel}
            </Button>
            <Button tone="primary" isDisabled={!isEdited || wait} onPress={() => void save()}>
              {displayBarText.save}
            </Button>
          </>
        )
      }
    >
      {theirs !== undefined ? (
        <CompareDisplays mine={draft} theirs={theirs} />
      ) : (
        <>
          <h3 className={css.heading}>{editor.layout}</h3>
          <ToggleButtonGroup
            className={css.presets}
            aria-label={editor.layout}
            selectionMode="single"
            disallowEmptySelection
            selectedKeys={displayPresets.filter((template) => shapeOf(template) === shapeOf(draft.cssGridTemplate))}
            onSelectionChange={(keys) => {
              const [template] = keys;
              if (template !== undefined) edit(withTemplate(withKnown(draft, display), String(template)));
            }}
          >
            {displayPresets.map((template, k) => (
              <ToggleButton key={template} id={template} aria-label={editor.presets[k]} className={css.preset}>
                <DisplaySketch template={template} />
              </ToggleButton>
            ))}
          </ToggleButtonGroup>
          <h3 className={css.heading}>{editor.types}</h3>
          <div className={css.types}>
            <DisplaySketch template={draft.cssGridTemplate} hasNames />
            <div className={css.typeList}>
              {letters.map((area) => {
                const now = draft.areas.find((each) => each.area === area)?.componentId ?? "";
                return (
                  <div key={area} className={css.typeRow}>
                    <span aria-hidden>{area.toUpperCase()}</span>
                    <Select
                      label={editor.area(area.toUpperCase())}
                      options={optionsFor(now)}
                      isLabelHidden
                      selected={now}
                      onChoose={(id) => edit(withKind(draft, area, id, display))}
                    />
                  </div>
                );
              })}
            </div>
          </div>
        </>
      )}
      <ConfirmDialog
        title={discard.title}
        confirmLabel={discard.confirm}
        cancelLabel={displayBarText.cancel}
        isOpen={isAsked}
        onConfirm={onClose}
        onCancel={() => setAsked(false)}
      >
        {discard.body}
      </ConfirmDialog>
    </Dialog>
  );
}

/** What the display to be saved was found to be: only over the same one is anything saved. */
async function saveOver(
  store: DisplayStore,
  group: number,
  { id, before, draft }: { id: number; before: DisplayForm; draft: DisplayForm },
): Promise<"same" | "changed" | "gone"> {
  let found: "same" | "changed" | "gone" = "same";
  await store.change(group, null, (layouts) => {
    const now = layouts.find((each) => each.id === id);
    found = now === undefined ? "gone" : structureOf(now) === structureOf(before) ? "same" : "changed";
    if (now === undefined || found === "changed") return { layouts };
    return { layouts: layouts.map((each) => (each === now ? over(now, draft) : each)) };
  });
  return found;
}

/** Who changed it, and when, as far as it was seen. */
function changedBy(store: DisplayStore, group: number, display: number): string {
  const changer = store.changer(group, display);
  if (changer === null) return editor.changed(editor.somebody, "");
  return editor.changed(changer.by, viewerTime(changer.atMs, currentHours()));
}

/** With the windows that the display had where the draft has none: one that a smaller layout left out comes back. */
const withKnown = (draft: DisplayForm, display: Display): DisplayForm => ({
  ...draft,
  areas: [...display.areas.filter(({ area }) => draft.areas.every((each) => each.area !== area)), ...draft.areas],
});

/** A template without its sizes. */
const shapeOf = (template: string): string => {
  const grid = readGrid(template);
  return "problem" in grid ? template : JSON.stringify(grid.cells);
};

/** The newest version of a display in the structure of a draft: windows that are not other ones keep their settings. */
function over(now: DisplayForm, draft: DisplayForm): DisplayForm {
  const known = new Map(now.areas.map((each) => [each.area, each]));
  return {
    ...now,
    cssGridTemplate: draft.cssGridTemplate,
    areas: draft.areas.map((each) => {
      const kept = known.get(each.area);
      return kept?.componentId === each.componentId ? kept : each;
    }),
  };
}

/** With another kind of window in an area, as a new one of that kind; the kind it had before has its settings again. */
function withKind(draft: DisplayForm, area: string, componentId: string, before: Display): DisplayForm {
  const known = before.areas.find((each) => each.area === area && each.componentId === componentId);
  const chosen = known ?? { area, componentId, version: kindOf(componentId)?.props.version ?? 1, props: {} };
  return { ...draft, areas: draft.areas.map((each) => (each.area === area ? chosen : each)) };
}

function optionsFor(now: string): { id: string; name: string }[] {
  const offered = offeredKinds();
  if (offered.some(({ id }) => id === now)) return offered;
  return [{ id: now, name: kindName(now) }, ...offered];
}
