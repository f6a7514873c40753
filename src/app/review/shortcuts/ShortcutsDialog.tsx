import { Keyboard, Plus, Trash2 } from "lucide-react";
import { useCallback, useState } from "react";
import { Tab, TabList, TabPanel, Tabs } from "react-aria-components";
import type { RecordingDetail } from "../../../protocol/recordings.ts";
import { type ShortcutConfig, shortcutLimits, shortcutTabs, type Triggers } from "../../../protocol/shortcuts.ts";
import { shortcutText as words } from "../../../protocol/text/shortcut-text.ts";
import { Button } from "../../../ui/buttons/Button.tsx";
import { RefusedButton } from "../../../ui/buttons/RefusedButton.tsx";
import { ConfirmDialog } from "../../../ui/dialogs/ConfirmDialog.tsx";
import { Dialog } from "../../../ui/dialogs/Dialog.tsx";
import { Switch } from "../../../ui/fields/Switch.tsx";
import { Banner } from "../../../ui/notices/Banner.tsx";
import { Face } from "../../../ui/notices/Face.tsx";
import { useSettings } from "../../documents/index.ts";
import { useHolds } from "../../session/index.ts";
import { endForm } from "../../shell/index.ts";
import { EditShortcutDialog, entriesOf } from "../annotations/edit/index.ts";
import type { VisibleTraces } from "../annotations/visible-channels.ts";
import { turnKeys } from "./commands.ts";
import { CustomRow, GeneralList } from "./ShortcutList.tsx";
import css from "./Shortcuts.module.css";
import {
  type CustomConfig,
  formsOf,
  isCustom,
  isSameList,
  newCustom,
  withConfig,
  withTriggers,
} from "./shortcut-draft.ts";
import { readShortcuts, resetShortcuts, saveShortcuts, shortcutNow, useShortcutState } from "./shortcut-store.ts";

export interface ShortcutsDialogProps {
  recording: RecordingDetail;
  /** Channels that the reader sees; null: there is none to go by. */
  visible: VisibleTraces;
  onClose: () => void;
}

/** 'Keyboard Shortcuts' (spec 2.24). It works on a copy, which Save keeps; closing it discards what is not saved, and asks before. */
export function ShortcutsDialog({ recording, visible, onClose }: ShortcutsDialogProps) {
  const { status, failure: notRead, revision } = useShortcutState();
  const isOn = useSettings().shortcuts !== "off";
  const mayAnnotate = useHolds("create_annotations");
  /** What the draft was made of. */
  const [before, setBefore] = useState(shortcutNow);
  const [draft, setDraft] = useState(before.configs);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [edited, setEdited] = useState<CustomConfig | null>(null);
  const [asked, setAsked] = useState<"no" | "reset" | "delete">("no");
  const [saving, setSaving] = useState<"no" | "now" | "changed">("no");
  const [failure, setFailure] = useState<string | null>(null);
  const isChanged = !isSameList(draft, before.configs);
  const custom = draft.filter(isCustom);
  const isUnfit = custom.some(({ triggers }) => triggers.every((key) => key === null));

  const begin = () => {
    const now = shortcutNow();
    setBefore(now);
    setDraft(now.configs);
    setSelected(new Set());
    setSaving("no");
    setFailure(null);
  };
  // What was read only now, or anew, is what there is to edit, unless something was edited meanwhile.
  const known = `${status} ${revision}`;
  const [seen, setSeen] = useState(known);
  if (seen !== known) {
    setSeen(known);
    if (!isChanged) begin();
  }
  const change = useCallback(
    (id: string, triggers: Triggers) => setDraft((configs) => withTriggers(configs, id, triggers)),
    [],
  );
  const select = useCallback(
    (id: string, isSelected: boolean) =>
      setSelected((ids) => new Set(isSelected ? [...ids, id] : [...ids].filter((each) => each !== id))),
    [],
  );
  const remove = (ids: ReadonlySet<string>) => {
    setDraft((configs) => configs.filter(({ id }) => !ids.has(id)));
    setSelected((now) => new Set([...now].filter((id) => !ids.has(id))));
    setAsked("no");
  };
  const save = async (revision: number) => {
    setSaving("now");
    setFailure(null);
    try {
      const outcome = await saveShortcuts(formsOf(draft, shortcutNow().configs), revision);
      if (outcome === "saved") return onClose();
      setSaving("changed");
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
      setSaving("no");
    }
  };
  const isBusy = saving === "now";
  const close = () => endForm(isChanged, onClose);
  return (
    <Dialog
      title={words.title}
      closeLabel={words.close}
      width={600}
      maxHeight={650}
      isOpen
      ignoresOutside
      onClose={close}
      footNote={
        isBusy ? (
          <span role="status">{words.wait}</span>
        ) : failure !== null ? (
          <span role="alert" className={css.failure}>
            {failure}
          </span>
        ) : saving === "changed" ? (
          <span role="alert">{words.changed}</span>
        ) : isUnfit ? (
          words.refused.noKey
        ) : isChanged ? (
          words.unsaved
        ) : undefined
      }
      actions={
        saving === "changed" ? (
          <>
            <Button onPress={begin}>{words.theirs}</Button>
            <Button tone="primary" onPress={() => void save(shortcutNow().revision)}>
              {words.mine}
            </Button>
          </>
        ) : (
          <>
            <Button isDisabled={isBusy || status !== "ready"} onPress={() => setAsked("reset")}>
              {words.reset}
            </Button>
            <Button onPress={close}>{words.cancel}</Button>
            <Button
              tone="primary"
              isDisabled={!isChanged || isUnfit || isBusy || status !== "ready"}
              onPress={() => void save(before.revision)}
            >
              {words.save}
            </Button>
          </>
        )
      }
    >
      <Tabs className={css.tabs}>
        <div className={css.tabHead}>
          <TabList aria-label={words.tabs} className={css.tabList}>
            {shortcutTabs.map((tab) => (
              <Tab key={tab} id={tab} className={css.tab}>
                {tab}
              </Tab>
            ))}
          </TabList>
          <Switch isSelected={isOn} onChange={(on) => turnKeys(on ? "on" : "off")}>
            {isOn ? words.enabled : words.disabled}
          </Switch>
        </div>
        {status === "failed" ? (
          <Banner tone="danger">
            {words.notRead} {notRead}
            <Button size="small" onPress={() => void readShortcuts()}>
              {words.tryAgain}
            </Button>
          </Banner>
        ) : null}
        <TabPanel id="General" className={css.tabPanel}>
          <GeneralList configs={draft} mayAnnotate={mayAnnotate} onChange={change} />
        </TabPanel>
        <TabPanel id="Annotations" className={css.tabPanel}>
          <div className={css.customBar}>
            {mayAnnotate ? (
              <Button
                isDisabled={custom.length >= shortcutLimits.custom || status !== "ready"}
                onPress={() => setEdited(newCustom(draft))}
              >
                <Plus size={15} aria-hidden />
                {words.add}
              </Button>
            ) : (
              <RefusedButton hint={words.noPermission}>
                <Plus size={15} aria-hidden />
                {words.add}
              </RefusedButton>
            )}
            <Button isDisabled={selected.size === 0} onPress={() => setAsked("delete")}>
              <Trash2 size={15} aria-hidden />
              {words.deleteSelected(selected.size)}
            </Button>
          </div>
          {custom.length === 0 ? (
            <Face icon={Keyboard} title={words.empty}>
              <p className={css.emptyHint}>{mayAnnotate ? words.emptyHint : words.emptyView}</p>
            </Face>
          ) : (
            <section aria-label="Custom Annotations">
              <h3 className={css.section}>Custom Annotations</h3>
              {custom.map((config) => (
                <CustomRow
                  key={config.id}
                  config={config}
                  configs={draft}
                  isSelected={selected.has(config.id)}
                  isDimmed={!mayAnnotate}
                  onSelect={select}
                  onEdit={setEdited}
                  onChange={change}
                />
              ))}
            </section>
          )}
        </TabPanel>
      </Tabs>
      {edited === null ? null : (
        <EditShortcutDialog
          shortcut={edited}
          isNew={draft.every(({ id }) => id !== edited.id)}
          configs={draft}
          modalities={entriesOf(recording)}
          visible={visible}
          onSave={async (shortcut: ShortcutConfig) => setDraft(withConfig(draft, shortcut))}
          onDelete={() => remove(new Set([edited.id]))}
          onClose={() => setEdited(null)}
        />
      )}
      <ConfirmDialog
        title={words.resetting.title}
        confirmLabel={words.resetting.confirm}
        cancelLabel={words.cancel}
        isOpen={asked === "reset"}
        onConfirm={async () => {
          await resetShortcuts();
          begin();
          setAsked("no");
        }}
        onCancel={() => setAsked("no")}
      >
        {before.configs.some(isCustom)
          ? words.resetting.bodyWith(before.configs.filter(isCustom).length)
          : words.resetting.body}
      </ConfirmDialog>
      <ConfirmDialog
        title={words.deleting.title}
        confirmLabel={words.deleting.confirm}
        cancelLabel={words.cancel}
        isOpen={asked === "delete"}
        onConfirm={() => remove(selected)}
        onCancel={() => setAsked("no")}
      >
        {`${words.deleting.body(selected.size)} ${words.deleting.saved}`}
      </ConfirmDialog>
    </Dialog>
  );
}
