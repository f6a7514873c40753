import { type DragEvent, useState } from "react";
import { uploadText } from "../../../../protocol/text/upload-text.ts";
import type { UploadSettings } from "../../../../protocol/uploads.ts";
import { Choices } from "../../../../ui/fields/Choices.tsx";
import { ExistingTable } from "../patient/ExistingTable.tsx";
import { useExisting } from "../patient/existing.ts";
import { rowsOf, wizard } from "../state.ts";
import { useWizard } from "../use-wizard.ts";
import { ChooseArea } from "./ChooseArea.tsx";
import css from "./Data.module.css";
import { Findings } from "./Findings.tsx";
import { FormMode } from "./FormMode.tsx";
import { uploadingTypes } from "./kinds.ts";
import { Notices } from "./Notices.tsx";
import { addDropped } from "./rows.ts";
import { SelectedTable } from "./SelectedTable.tsx";

const { data: words, kinds, form } = uploadText;

/** What is uploaded: directories and files by kind, and the form. Dropping works anywhere on the step. */
export function DataStep({ settings }: { settings: UploadSettings }) {
  const { uploadingType: type, selected, draft, patientPrimaryKey } = useWizard();
  const existing = useExisting();
  const [isOver, setOver] = useState(false);
  const types = uploadingTypes(settings);
  const choices = types.map((id) => ({
    id,
    name:
      id === "form" ? words.kindCount(form, draft === null ? 0 : 1) : words.kindCount(kinds[id], selected[id].length),
  }));
  const over = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    setOver(true);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping has its equal in the buttons of the area
    <div
      className={css.step}
      onDragEnter={over}
      onDragOver={over}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        void addDropped(event.dataTransfer.items);
      }}
    >
      {types.length === 1 ? null : (
        <div className={css.types}>
          <Choices
            label={words.kind}
            choices={choices}
            selected={type}
            onChoose={(id) => {
              wizard.uploadingType = types.find((one) => one === id) ?? type;
            }}
          />
        </div>
      )}
      {type === "form" ? (
        <FormMode isOptional={types.length > 1} />
      ) : (
        <>
          <ChooseArea kind={type} isOver={isOver} />
          <Notices />
          <Findings rows={rowsOf(selected)} />
          <SelectedTable kind={type} known={existing[type].known} />
          {patientPrimaryKey === null ? null : <ExistingTable kind={type} existing={existing[type]} />}
        </>
      )}
    </div>
  );
}
