import { type FormEvent, type RefObject, useState } from "react";
import { Dialog, Popover } from "react-aria-components";
import { copyName } from "../../../domain/displays.ts";
import type { Montage } from "../../../domain/montage/standard-montages.ts";
import { montageLimits } from "../../../protocol/montages.ts";
import { montageText } from "../../../protocol/text/montage-text.ts";
import { Button } from "../../../ui/buttons/Button.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import { TextInput } from "../../../ui/fields/TextInput.tsx";
import { useSession } from "../../session/index.ts";
import { endForm } from "../../shell/index.ts";
import { cutTo } from "./letters.ts";
import css from "./Montages.module.css";
import type { NewMontage } from "./montage-store.ts";

export interface NamePopoverProps {
  kind: "rename" | "copy";
  montage: Montage;
  /** What it stands beside. */
  at: RefObject<Element | null>;
  onClose: () => void;
  /** A blank name is handed over as it is. @throws Error with a sentence */
  onSave: (name: string, type: NewMontage["type"]) => Promise<void>;
}

const words = montageText.picker;

/** Another name, or a copy with its name and who sees it (spec 2.23). */
export function NamePopover({ kind, montage, at, onClose, onSave }: NamePopoverProps) {
  const { workspaceName } = useSession();
  const isCopy = kind === "copy";
  const [given] = useState(() => (isCopy ? copyName(montage.name, montageLimits.name) : montage.name));
  const [name, setName] = useState(given);
  const [type, setType] = useState<NewMontage["type"]>("Personal");
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setFailure(null);
    try {
      await onSave(name, type);
      onClose();
    } catch (error) {
      setBusy(false);
      setFailure(error instanceof Error ? error.message : String(error));
    }
  };
  const title = isCopy ? words.makeCopy : words.rename;
  return (
    <Popover
      triggerRef={at}
      isOpen
      onOpenChange={(isOpen) => (isOpen ? undefined : endForm(name !== given || type !== "Personal", onClose))}
      placement="right top"
      offset={4}
      className={css.popover}
    >
      <Dialog aria-label={words.of(title, montage.name)}>
        <form className={css.form} onSubmit={(event) => void save(event)}>
          {isCopy ? <h3>{words.makeCopy}</h3> : null}
          <TextInput
            label={isCopy ? words.name : words.rename}
            value={name}
            onChange={(typed) => setName(cutTo(typed, montageLimits.name))}
            error={failure ?? undefined}
            autoFocus
          />
          {isCopy ? (
            <Select
              label={words.access}
              options={[
                { id: "Personal", name: montageText.section.Personal },
                { id: "Shared", name: montageText.section.Shared(workspaceName) },
              ]}
              selected={type}
              onChoose={(id) => setType(id === "Shared" ? "Shared" : "Personal")}
            />
          ) : null}
          <div className={css.formActions}>
            <Button size="small" tone="primary" type="submit" isPending={isBusy}>
              {words.ok}
            </Button>
          </div>
        </form>
      </Dialog>
    </Popover>
  );
}
