import { patientForm } from "../../../../domain/people/forms.ts";
import { uploadText } from "../../../../protocol/text/upload-text.ts";
import { ZoneField } from "../data/ZoneField.tsx";
import { rowsOf } from "../state.ts";
import { useWizard } from "../use-wizard.ts";
import css from "./Summary.module.css";
import { SummaryItems } from "./SummaryItems.tsx";
import { SummaryNotes } from "./SummaryNotes.tsx";

const { summary: words, place } = uploadText;

/** Everything that will be uploaded, to be checked once more (spec 000 section 2, Confirm data upload). */
export function SummaryStep() {
  const { site, project, patientId, isNewPatient, selected, draft } = useWizard();
  const rows = rowsOf(selected);
  const facts = [
    [words.site, site === null ? "" : place.option(site.name, site.id)],
    [words.project, project === null ? "" : place.option(project.name, project.id)],
    [words.patient, isNewPatient ? words.isNew(patientId) : patientId],
    ...(draft === null ? [] : [[words.form, words.formName(patientForm.formName)] as const]),
  ] as const;
  return (
    <>
      <p>{words.lead}</p>
      <dl className={css.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {rows.length === 0 ? null : (
        <>
          <ZoneField />
          <SummaryItems rows={rows} />
          <SummaryNotes rows={rows} />
        </>
      )}
    </>
  );
}
