import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { type DayHours, dateAndMinute } from "../../domain/time/clock.ts";
import type { PatientFormEntry } from "../../protocol/forms.ts";
import type { Patient } from "../../protocol/patients.ts";
import { defaultRowsPerPage } from "../../protocol/tables.ts";
import { formsText } from "../../protocol/text/forms-text.ts";
import { tableText } from "../../protocol/text/table-text.ts";
import { Button } from "../../ui/buttons/Button.tsx";
import { Badge } from "../../ui/notices/Badge.tsx";

import { type Column, ServerTable, stateOf } from "../../ui/table/index.ts";
import { useHours, useTableColumns } from "../documents/index.ts";
import { usePatientNews } from "../news/index.ts";
import { whyRefused } from "../session/index.ts";
import css from "./Forms.module.css";
import { formsData, patientFormsQuery } from "./queries.ts";
import { ViewFormDialog } from "./ViewFormDialog.tsx";

const { tab: words, versions } = formsText;
const asTheyCome = stateOf({}, []);

/** The patient's forms: Form, Date created, Actions (spec 000 section 2). There are few: all of them are on one page. */
export function FormsTab({ patient: { patient_key, timezone } }: { patient: Patient }) {
  const { data, error, isError, isPlaceholderData, refetch } = useQuery(patientFormsQuery(patient_key));
  usePatientNews(formsData, patient_key); // they come with uploads, at any time
  const [viewed, setViewed] = useState<PatientFormEntry | null>(null);
  const hours = useHours();
  const columns = useMemo(() => formColumns(setViewed, { timezone, hours }), [timezone, hours]);
  const choices = useTableColumns("forms");
  const total = data?.data.length ?? 0;
  return (
    <>
      <ServerTable
        label={words.label}
        words={tableText}
        columns={columns}
        rowId={({ formID }) => String(formID)}
        state={asTheyCome}
        onStateChange={() => undefined}
        // What was read stays on the screen while a later question fails.
        answer={{
          data: data === undefined ? undefined : { data: data.data, total },
          isError: isError && data === undefined,
          refusal: data === undefined ? whyRefused(error) : undefined,
          isPlaceholderData,
          refetch: () => void refetch(),
        }}
        rowsPerPage={Math.max(defaultRowsPerPage, total)}
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
