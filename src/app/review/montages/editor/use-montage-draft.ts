import { useEffect, useMemo, useState } from "react";
import { proxy, ref } from "valtio";
import { copyName } from "../../../../domain/displays.ts";
import { isSameChannels, keptChannels } from "../../../../domain/montage/own-montage.ts";
import { type MontageChannel, montageLimits } from "../../../../protocol/montages.ts";
import { montageText } from "../../../../protocol/text/montage-text.ts";
import type { Edited } from "../MontagePicker.tsx";
import type { HeldMontage, MontageSource, MontageState, MontageStore } from "../montage-store.ts";

export interface Draft {
  readonly name: string;
  readonly channels: readonly Readonly<MontageChannel>[];
}

/** Where saving stands. "changed", "gone": somebody else changed or deleted it meanwhile. */
export type Saving = "no" | "now" | "changed" | "gone";

const unsaved = { user_id: null, revision: 0, is_own: true, may_change: true, changed_by: "", changed_at: 0 } as const;

/** A montage while it is edited, and what is done to it. A new one is called by the present moment until it is made. */
export function useMontageDraft(store: MontageStore, edited: Edited, onSaved: (montage: HeldMontage) => void) {
  const isNew = edited.kind === "new";
  const [begun] = useState<HeldMontage>(() =>
    isNew ? { ...unsaved, id: Date.now(), name: montageText.newName, channels: [], type: edited.type } : edited.montage,
  );
  /** The version that is edited. */
  const [before, setBefore] = useState(begun);
  const [draft, setDraft] = useState<Draft>(begun);
  const [saving, setSaving] = useState<Saving>("no");
  const [failure, setFailure] = useState<string | null>(null);
  const [theirs, setTheirs] = useState<HeldMontage | null>(null);
  const isEdited = draft.name !== before.name || !isSameChannels(draft.channels, before.channels);

  /** Does what waits for the server; `back`: where saving stands when it failed. */
  const attempt = async (work: () => Promise<void>, back: Saving) => {
    setSaving("now");
    setFailure(null);
    try {
      await work();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
      setSaving(back);
    }
  };
  return {
    isNew,
    draft,
    isEdited,
    saving,
    failure,
    /** What somebody else made of it. */
    theirs,
    edit(change: Partial<Draft>) {
      setDraft((now) => ({ ...now, ...change }));
      setFailure(null);
    },
    save: () =>
      attempt(async () => {
        if (isNew) return onSaved(await store.add({ ...draft, id: begun.id, type: edited.type }));
        const saved = await store.save(before, draft.name, draft.channels);
        if (saved.kind === "saved") return onSaved(saved.montage);
        setTheirs(saved.kind === "changed" ? saved.theirs : null);
        setSaving(saved.kind);
      }, "no"),
    keepAsCopy: () =>
      attempt(async () => {
        const name = copyName(draft.name.trim() || before.name, montageLimits.name);
        onSaved(await store.copy(draft, { name, type: "Personal", nowMs: Date.now() }));
      }, saving),
    takeTheirs() {
      if (theirs === null) return;
      setBefore(theirs);
      setDraft(theirs);
      setTheirs(null);
      setSaving("no");
    },
    id: begun.id,
    begun,
  };
}

/** The draft as windows find montages: always what it is at the moment, as it would be kept. */
export function useDraftSource({ name, channels }: Draft, begun: HeldMontage): MontageSource {
  const source = useMemo(
    () => ({
      state: proxy<Pick<MontageState, "people" | "status">>({ status: "ready", people: ref<HeldMontage[]>([begun]) }),
      lastName: () => null,
    }),
    [begun],
  );
  useEffect(() => {
    source.state.people = ref([{ ...begun, name, channels: keptChannels(channels) }]);
  }, [source, begun, name, channels]);
  return source;
}
