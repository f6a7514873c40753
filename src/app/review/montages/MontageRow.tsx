import { Check, Copy, Pencil, Settings2, Trash2 } from "lucide-react";
import { GridListItem } from "react-aria-components";
import type { Montage } from "../../../domain/montage/standard-montages.ts";
import { montageText } from "../../../protocol/text/montage-text.ts";
import { IconButton } from "../../../ui/buttons/IconButton.tsx";
import css from "./Montages.module.css";
import type { HeldMontage } from "./montage-store.ts";

export interface MontageRowProps {
  montage: Montage;
  /** As the server told it; null: it is no montage of a person. */
  held: HeldMontage | null;
  onConfigure: (held: HeldMontage) => void;
  /** `at`: the row, beside which it is asked. */
  onAsk: (kind: "rename" | "copy", at: Element | null) => void;
  onDelete: (held: HeldMontage) => void;
}

const words = montageText.picker;

/** A montage in the list; what can be done with it shows while the pointer or the focus is on the row. */
export function MontageRow({ montage, held, onConfigure, onAsk, onDelete }: MontageRowProps) {
  const { id, name, type } = montage;
  const mayChange = held?.may_change === true;
  const rowOf = (target: Element) => target.closest("[data-key]");
  return (
    <GridListItem id={id} textValue={name} className={css.row}>
      {({ isSelected }) => (
        <>
          <span className={css.check}>{isSelected ? <Check size={15} aria-hidden /> : null}</span>
          <span className={css.rowName}>{name}</span>
          <span className={css.actions}>
            {mayChange && held !== null ? (
              <>
                <IconButton
                  icon={Settings2}
                  label={words.of(words.configure, name)}
                  onPress={() => onConfigure(held)}
                />
                <IconButton
                  icon={Pencil}
                  label={words.of(words.rename, name)}
                  onPress={({ target }) => onAsk("rename", rowOf(target))}
                />
              </>
            ) : null}
            {type === "Standard" || held !== null ? (
              <IconButton
                icon={Copy}
                label={words.of(words.copy, name)}
                onPress={({ target }) => onAsk("copy", rowOf(target))}
              />
            ) : null}
            {mayChange && held !== null ? (
              <IconButton icon={Trash2} label={words.of(words.delete, name)} onPress={() => onDelete(held)} />
            ) : null}
          </span>
        </>
      )}
    </GridListItem>
  );
}
