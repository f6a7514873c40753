import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { type DayHours, dateAndMinute } from "../../domain/time/clock.ts";
import type { PatientFormEntry } from "../../protocol/forms.ts";
import type { Patient } from "../../protocol/patients.ts";
import { formsText } from "../../protocol/text/forms-text.ts";
import { tableText } from "../../protocol/text/table-text.ts";
import { Button } from "../../ui/buttons/Button.tsx";
import { Badge } from "../../ui/notices/Badge.tsx";

import { type Column, ServerTable, stateOf, type TableState } from "../../ui/table/index.ts";
import { useHours, useTableColumns } from "../documents/index.ts";
import { usePatientNews } from "../news/index.ts";
import { whyRefused } from "../session/index.ts";
import css from "./Forms.module.css";
import { formsData, patientFormsQuery } from "./queries.ts";
import { ViewFormDialog } from "./ViewFormDialog.tsx";

const { tab: words, versions } = formsText;
const asTheyCome = stateOf({}, []);
/** As many as a patient may have without a second page. */
const formsPerPage = 50;

/** The patient's forms: Form, Date created, Actions (spec 000 section 2). All of them come at once; those of a page are drawn. */
export function FormsTab({ patient: { patient_key, timezone } }: { patient: Patient }) {
  const { data, error, isError, isPlaceholderData, refetch } = useQuery(patientFormsQuery(patient_key));
  usePatientNews(formsData, patient_key); // they come with uploads, at any time
  const [viewed, setViewed] = useState<PatientFormEntry | null>(null);
  const [state, setState] = useState<TableState>(asTheyCome);
  const hours = useHours();
  const columns = useMemo(() => formColumns(setViewed, { timezone, hours }), [timezone, hours]);
  const choices = useTableColumns("forms");
  const total = data?.data.length ?? 0;
  const last = state.page * formsPerPage;
  const rows = useMemo(() => data?.data.slice(last - formsPerPage, last), [data, last]);
  return (
    <>
      <ServerTable
        label={words.label}
        words={tableText}
        columns={columns}
        rowId={({ formID }) => String(formID)}
        state={state}
        onStateChange={setState}
        // What was read stays on the screen while a later question fails.
        answer={{
          data: rows === undefined ? undefined : { data: rows, total },
          isError: isError && data === undefined,
          refusal: data === undefined ? whyRefused(error) : undefined,
          isPlaceholderData,
          refetch: () => void refetch(),
        }}
        rowsPerPage={formsPerPage}
        choices={choices}
        emptyHint={<p>{words.emptyHint}</p>}
        hasCount
      />
      <p className={css.zone}>{words.zone(timezone)}</p>
      {viewed === null ? null : (
        <ViewFormDialog
          patientKey={patient_key}
          timezone={timezone}
          entry={data?.data.find(({ formID }) => formID === viewed.formID) ?? viewed}
          entries={data?.data ?? []}
          onClose={() => setViewed(null)}
        />
      )}
    </>
  );
}

/** Times are in the patient's zone, as all of the patient's page. */
function formColumns(
  onView: (entry: PatientFormEntry) => void,
  { timezone, hours }: { timezone: string; hours: DayHours },
): readonly Column<PatientFormEntry>[] {
  const { columns } = words;
  const when = ({ filledTime }: PatientFormEntry) => dateAndMinute(filledTime, timezone, hours);
  return [
    {
      id: "forms",
      title: columns.forms,
      text: ({ forms }) => forms,
      isHeader: true,
      isUnsortable: true,
      render: (entry) => <FormName entry={entry} />,
    },
    { id: "filledTime", title: columns.filledTime, text: when, isTime: true, isUnsortable: true },
    {
      id: "actions",
      title: columns.actions,
      isUnsortable: true,
      text: () => words.view,
      render: (entry) => (
        <Button size="small" aria-label={words.viewOf(entry.forms, when(entry))} onPress={() => onView(entry)}>
          {words.view}
        </Button>
      ),
    },
  ];
}

/** Which of two forms counts is told beside their names. */
function FormName({ entry: { forms, corrects, corrected_by } }: { entry: PatientFormEntry }) {
  return (
    <span className={css.name}>
      {forms}
      {corrected_by !== null ? (
        <Badge tone="neutral">{versions.replaced}</Badge>
      ) : corrects !== null ? (
        <Badge tone="info">{versions.correction}</Badge>
      ) : null}
    </span>
  );
}
