import { uploadText } from "../../../../protocol/text/upload-text.ts";
import type { UploadSettings } from "../../../../protocol/uploads.ts";
import { Choices } from "../../../../ui/fields/Choices.tsx";
import { choosePatientMode } from "../place/place.ts";
import { useWizard } from "../use-wizard.ts";
import { ExistingPatient } from "./ExistingPatient.tsx";
import { NewPatient } from "./NewPatient.tsx";
import css from "./Patient.module.css";

const { patient: words } = uploadText;
const modes = [
  { id: "existing", name: words.existing },
  { id: "new", name: words.new },
] as const;

/** Whose data it is: a patient who is there already, or a new one. Never both. */
export function PatientStep({ settings, onNext }: { settings: UploadSettings; onNext: () => void }) {
  const { isNewPatient } = useWizard();
  return (
    <>
      <div className={css.mode}>
        <Choices
          label={words.mode}
          choices={modes}
          selected={isNewPatient ? "new" : "existing"}
          onChoose={(id) => void choosePatientMode(id === "new")}
        />
      </div>
      {isNewPatient ? <NewPatient settings={settings} onNext={onNext} /> : <ExistingPatient />}
    </>
  );
}
