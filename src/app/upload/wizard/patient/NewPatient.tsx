import { useEffect, useRef, useState } from "react";
import { firstFailure } from "../../../../domain/people/rules.ts";
import { patientIdAfter, patientIdRules } from "../../../../domain/upload/patient-id.ts";
import { text } from "../../../../protocol/text/text.ts";
import { uploadRulesText } from "../../../../protocol/text/upload-rules-text.ts";
import { uploadText } from "../../../../protocol/text/upload-text.ts";
import type { UploadSettings } from "../../../../protocol/uploads.ts";
import { TextInput } from "../../../../ui/fields/TextInput.tsx";
import { typePatientId } from "../place/place.ts";
import { useWizardNow } from "../use-wizard.ts";
import css from "./Patient.module.css";
import { PatientIdState } from "./PatientIdState.tsx";

const { patient: words } = uploadText;

/** The id of a new patient: only characters of its type can be typed. Enter goes on, once the id is known to be free. */
export function NewPatient({ settings, onNext }: { settings: UploadSettings; onNext: () => void }) {
  const { patientId, site, idAnswer } = useWizardNow();
  const [isTouched, setTouched] = useState(patientId !== "");
  const isEntered = useRef(false);
  useEffect(() => {
    if (!isEntered.current || idAnswer.is === "checking") return;
    isEntered.current = false;
    if (idAnswer.is === "available") onNext();
  }, [idAnswer.is, onNext]);
  const failure = firstFailure(patientIdRules(settings), patientId);
  const { patient_id_length: length, patient_id_type: type } = settings;
  return (
    <div className={css.entry} data-marks-required>
      <p className={css.marks}>{text.marks}</p>
      <TextInput
        label={words.id}
        value={patientId}
        onChange={(typed) => {
          isEntered.current = false;
          setTouched(true);
          typePatientId(patientIdAfter(patientId, typed, settings));
        }}
        onBlur={() => {
          isEntered.current = false;
          setTouched(true);
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
          setTouched(true);
          if (idAnswer.is === "available") onNext();
          else isEntered.current = idAnswer.is === "checking";
        }}
        inputMode={type === "NUMERIC" ? "numeric" : "text"}
        autoComplete="off"
        isRequired
        hint={words.hint(length, uploadRulesText.patientId.characters(type))}
        error={isTouched ? failure : undefined}
      />
      {failure === undefined ? <PatientIdState site={site?.id ?? ""} /> : null}
    </div>
  );
}
