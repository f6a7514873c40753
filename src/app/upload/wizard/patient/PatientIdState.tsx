import { CircleAlert, CircleCheck, LoaderCircle, TriangleAlert } from "lucide-react";
import { uploadText } from "../../../../protocol/text/upload-text.ts";
import { Button } from "../../../../ui/buttons/Button.tsx";
import { checkPatientId, chooseExisting } from "../place/place.ts";
import { useWizard } from "../use-wizard.ts";
import css from "./Patient.module.css";

const { patient: words } = uploadText;

/** What the server says of a new id: checking and taken in amber, free in green, unanswered in red (spec 000 section 4). */
export function PatientIdState({ site }: { site: string }) {
  const { idAnswer, patientId } = useWizard();
  if (idAnswer.is === "unasked") return null;
  const faces = {
    checking: { Icon: LoaderCircle, tone: "warning", text: words.checking(site) },
    exists: { Icon: TriangleAlert, tone: "warning", text: words.exists(site) },
    available: { Icon: CircleCheck, tone: "success", text: words.available },
    failed: {
      Icon: CircleAlert,
      tone: "danger",
      text: words.unchecked(idAnswer.is === "failed" ? idAnswer.reason : ""),
    },
  } as const;
  const { Icon, tone, text } = faces[idAnswer.is];
  const existing = idAnswer.is === "exists" ? idAnswer.patientKey : null;
  return (
    <div className={css.answer}>
      <p className={css.state} data-tone={tone} role="status">
        <Icon size={14} aria-hidden />
        {text}
      </p>
      {existing !== null ? (
        <Button size="small" onPress={() => void chooseExisting(existing, patientId)}>
          {words.selectThat}
        </Button>
      ) : null}
      {idAnswer.is === "failed" ? (
        <Button size="small" onPress={checkPatientId}>
          {uploadText.tryAgain}
        </Button>
      ) : null}
    </div>
  );
}
