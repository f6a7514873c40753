import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { useSnapshot } from "valtio";
import type { Montage } from "../../../domain/montage/standard-montages.ts";
import { montageText } from "../../../protocol/text/montage-text.ts";
import { text } from "../../../protocol/text/text.ts";
import { PopoverButton } from "../../../ui/buttons/PopoverButton.tsx";
import { ConfirmDialog } from "../../../ui/dialogs/ConfirmDialog.tsx";
import { MontageList } from "./MontageList.tsx";
import css from "./Montages.module.css";
import type { HeldMontage, MontageStore, NewMontage } from "./montage-store.ts";

/** What the editor is opened with. */
export type Edited =
  | { readonly kind: "new"; readonly type: NewMontage["type"] }
  | { readonly kind: "change"; readonly montage: HeldMontage };

export interface MontagePickerProps {
  store: MontageStore;
  /** All that the window can be read in. */
  montages: readonly Montage[];
  /** What it is read in; undefined: nothing. */
  current: Montage | undefined;
  onChoose: (id: number) => void;
  onEdit: (edited: Edited) => void;
}

const words = montageText.picker;

/** Of a name in a bar without room; a letter is narrower than the digit by which its room is counted. */
const mostLetters = 11;
const letterShare = 0.75;

/** The montage picker (spec 2.23): a button, sections on the left, their montages on the right. */
export function MontagePicker({ store, montages, current, onChoose, onEdit }: MontagePickerProps) {
  const [deleted, setDeleted] = useState<Pick<HeldMontage, "id" | "name"> | null>(null);
  useSnapshot(store.state);
  const name = current?.name ?? text.window.montagePlaceholder;
  return (
    <>
      <PopoverButton
        label={`${text.window.montage}: ${name}`}
        hint={name}
        leastLetters={Math.min(mostLetters, Math.floor(name.length * letterShare))}
        content={(close) => (
          <MontageList
            store={store}
            montages={montages}
            current={current}
            onChoose={(id) => {
              onChoose(id);
              close();
            }}
            onEdit={(edited) => {
              close();
              onEdit(edited);
            }}
            onDelete={(montage) => {
              close();
              setDeleted(montage);
            }}
          />
        )}
      >
        <span className={css.name}>{name}</span>
        <ChevronDown size={14} aria-hidden />
      </PopoverButton>
      <ConfirmDialog
        title={words.deletion.title}
        confirmLabel={words.deletion.confirm}
        cancelLabel={words.cancel}
        isOpen={deleted !== null}
        onConfirm={async () => {
          if (deleted !== null) await store.remove(deleted.id);
          setDeleted(null);
        }}
        onCancel={() => setDeleted(null)}
      >
        {deleted === null ? null : words.deletion.body(deleted.name)}
      </ConfirmDialog>
    </>
  );
}
