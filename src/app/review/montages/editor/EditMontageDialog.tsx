import { Trash2 } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { keptChannels, pairOf, withMovedChannels } from "../../../../domain/montage/own-montage.ts";
import { viewerTime } from "../../../../domain/time/clock.ts";
import { montageLimits } from "../../../../protocol/montages.ts";
import type { RecordingDetail } from "../../../../protocol/recordings.ts";
import { configureText } from "../../../../protocol/text/configure-text.ts";
import { montageText } from "../../../../protocol/text/montage-text.ts";
import { Button } from "../../../../ui/buttons/Button.tsx";
import { ConfirmDialog } from "../../../../ui/dialogs/ConfirmDialog.tsx";
import { Dialog } from "../../../../ui/dialogs/Dialog.tsx";
import { TextInput } from "../../../../ui/fields/TextInput.tsx";
import { currentHours } from "../../clock-setting.ts";
import { cutTo } from "../letters.ts";
import type { Edited } from "../MontagePicker.tsx";
import type { HeldMontage, MontageSource, MontageStore } from "../montage-store.ts";
import { ChannelList } from "./ChannelList.tsx";
import { CompareMontages } from "./CompareMontages.tsx";
import css from "./Editor.module.css";
import { MapPane } from "./MapPane.tsx";
import { lackingIn, useMapping } from "./use-mapping.ts";
import { useDraftSource, useMontageDraft } from "./use-montage-draft.ts";

export interface EditMontageDialogProps {
  store: MontageStore;
  edited: Edited;
  /** Which of its inputs there are is shown on the map. */
  recording: RecordingDetail;
  /** The page under review in the draft: what `source` holds under `id`. */
  renderPreview: (id: number, source: MontageSource) => ReactNode;
  onSaved: (montage: HeldMontage, isNew: boolean) => void;
  onClose: () => void;
}

const words = montageText.editor;
const none: ReadonlySet<string> = new Set();

/** 'Edit Montage' (spec 2.23): the electrode map on the left, the channels on the right. */
export function EditMontageDialog(props: EditMontageDialogProps) {
  const { store, edited, recording, renderPreview, onSaved, onClose } = props;
  const montage = useMontageDraft(store, edited, (saved) => {
    onSaved(saved, edited.kind === "new");
    onClose();
  });
  const { draft, edit, saving, failure, theirs, isNew, isEdited } = montage;
  const source = useDraftSource(draft, montage.begun);
  const [picked, setPicked] = useState<string | null>(null);
  const [selected, setSelected] = useState(none);
  const [isAsked, setAsked] = useState(false);
  /** Gets the focus of a button that goes, or is disabled, with what it removed. */
  const count = useRef<HTMLElement>(null);
  const mapping = useMapping(recording);
  const { channels } = draft;
  const wait = saving === "now";
  const isConflict = saving === "changed" || saving === "gone";
  const close = () => {
    if (wait) return;
    if (isEdited) setAsked(true);
    else onClose();
  };
  const chosen = channels.filter((channel) => selected.has(pairOf(channel)));
  return (
    <Dialog
      title={words.title}
      closeLabel={words.close}
      width={1400}
      isFlush
      isOpen
      ignoresOutside
      onClose={close}
      footNote={
        failure !== null ? (
          <span role="alert" className={css.failure}>
            {failure}
          </span>
        ) : isConflict ? (
          <span role="alert">{saving === "gone" ? words.wasDeleted : changedBy(theirs)}</span>
        ) : wait ? (
          <span role="status">{configureText.wait}</span>
        ) : isEdited ? (
          configureText.unsaved
        ) : undefined
      }
      actions={
        isConflict ? (
          <>
            <Button onPress={saving === "gone" ? onClose : montage.takeTheirs}>
              {saving === "gone" ? words.close : words.theirs}
            </Button>
            <Button tone="primary" onPress={() => void montage.keepAsCopy()}>
              {words.mine}
            </Button>
          </>
        ) : (
          <>
            <Button isDisabled={wait} onPress={close}>
              {configureText.cancel}
            </Button>
            <Button tone="primary" isDisabled={wait || !(isNew || isEdited)} onPress={() => void montage.save()}>
              {configureText.save}
            </Button>
          </>
        )
      }
    >
      <div className={css.editor}>
        <MapPane
          channels={channels}
          picked={picked}
          mapping={mapping}
          onPick={(next) => {
            setPicked(next.picked);
            if (next.channels !== channels) edit({ channels: next.channels });
          }}
          preview={() => renderPreview(montage.id, source)}
        />
        <div className={css.right}>
          {saving === "changed" && theirs !== null ? (
            <CompareMontages mine={draft} theirs={theirs} />
          ) : (
            <>
              <TextInput
                label={words.name}
                value={draft.name}
                onChange={(typed) => edit({ name: cutTo(typed, montageLimits.name) })}
              />
              <div className={css.listHead}>
                <strong ref={count} tabIndex={-1} aria-live="polite">
                  {words.count(channels.length, montageLimits.channels)}
                </strong>
                {chosen.length === 0 ? null : (
                  <Button
                    size="small"
                    aria-label={words.deleteSelected(chosen.length)}
                    onPress={() => {
                      edit({ channels: channels.filter((channel) => !chosen.includes(channel)) });
                      setSelected(none);
                      count.current?.focus();
                    }}
                  >
                    <Trash2 size={14} aria-hidden />
                    {words.selected(chosen.length)}
                  </Button>
                )}
                <Button
                  size="small"
                  tone="quiet"
                  isDisabled={channels.length === 0}
                  onPress={() => {
                    edit({ channels: [] });
                    setSelected(none);
                    count.current?.focus();
                  }}
                >
                  {words.removeAll}
                </Button>
              </div>
              <ChannelList
                channels={channels}
                selected={new Set(chosen.map(pairOf))}
                onSelect={setSelected}
                onMove={(pairs, to) => edit({ channels: withMovedChannels(channels, pairs, to) })}
                onAlias={(pair, alias) =>
                  edit({
                    channels: channels.map((channel) => (pairOf(channel) === pair ? { ...channel, alias } : channel)),
                  })
                }
                lackingOf={(channel) => lackingIn(recording, keptChannels([channel])[0])}
              />
              {channels.length > 1 ? <p className={css.help}>{words.help}</p> : null}
            </>
          )}
        </div>
      </div>
      <ConfirmDialog
        title={configureText.discard.title}
        confirmLabel={configureText.discard.confirm}
        cancelLabel={configureText.cancel}
        isOpen={isAsked}
        onConfirm={onClose}
        onCancel={() => setAsked(false)}
      >
        {configureText.discard.body}
      </ConfirmDialog>
    </Dialog>
  );
}

/** Who changed it, and when, in the reader's own zone. */
function changedBy(theirs: HeldMontage | null): string {
  if (theirs === null) return words.wasDeleted;
  return words.changed(theirs.changed_by, viewerTime(theirs.changed_at, currentHours()));
}
