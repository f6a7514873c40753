import { useMemo, useState } from "react";
import type { Patient } from "../../../protocol/patients.ts";
import { defaultRowsPerPage } from "../../../protocol/tables.ts";
import { tableText } from "../../../protocol/text/table-text.ts";
import { uploadsTabText } from "../../../protocol/text/uploads-tab-text.ts";
import { getUploadMessages, type UploadRow } from "../../../protocol/uploads.ts";
import { TextButton } from "../../../ui/buttons/TextButton.tsx";
import { type Column, ServerTable, TwoLines } from "../../../ui/table/index.ts";
import { useTableColumns } from "../../documents/index.ts";
import { usePatientNews, useWork } from "../../news/index.ts";
import { useHolds } from "../../session/index.ts";
import { useTableAddress, useTableQuery } from "../../tables/index.ts";
import { statusOf, uploadColumns, uploadFacts, uploadTime } from "./columns.ts";
import { MessageCell } from "./MessageCell.tsx";
import { isUnderWay, pollOfTransfers, uploadsData, writeUploads } from "./queries.ts";
import { UploadDialog } from "./UploadDialog.tsx";
import { UploadMore } from "./UploadMore.tsx";
import css from "./Uploads.module.css";
import { UploadsUnderWay } from "./UploadsUnderWay.tsx";
import { useUploadClock } from "./use-upload-clock.ts";

const words = uploadsTabText;

/** The patient's uploads, each with its most recent message; one of them opens with all it holds (spec 000 section 2). */
export function UploadsTab({ patient }: { patient: Patient }) {
  const [state, setState] = useTableAddress(uploadFacts);
  const [opened, setOpened] = useState<UploadRow | null>(null);
  const choices = useTableColumns("uploads");
  const mayUpload = useHolds("upload_data");
  const answer = useTableQuery({
    name: uploadsData,
    route: getUploadMessages,
    state,
    body: { patient_id: patient.patient_key },
    pollMs: ({ data }) => pollOfTransfers(data),
  });
  usePatientNews(uploadsData, patient.patient_key);
  const isLive = answer.data?.data.some(({ status }) => isUnderWay(status)) ?? false;
  useWork(isLive ? [patient.patient_key] : [], writeUploads);
  const clock = useUploadClock();
  const columns = useMemo(() => {
    const cells: Readonly<Record<string, Column<UploadRow>["render"]>> = {
      _timestamp: (row) => (
        <TextButton onPress={() => setOpened(row)}>
          <TwoLines text={uploadTime(row._timestamp, clock)} />
        </TextButton>
      ),
      combined_message: (row) =>
        row.combined_message === "" ? statusOf(row) : <MessageCell combined={row.combined_message} />,
    };
    return uploadColumns(clock).map((column) => ({ ...column, render: cells[column.id] }));
  }, [clock]);
  return (
    <div className={css.tab}>
      <UploadsUnderWay rows={answer.data?.data ?? []} />
      <ServerTable
        label={words.label}
        words={tableText}
        columns={columns}
        rowId={({ upload_id }) => String(upload_id)}
        state={state}
        onStateChange={setState}
        answer={answer}
        rowsPerPage={defaultRowsPerPage}
        choices={choices}
        emptyHint={<p>{mayUpload ? words.emptyHint : words.emptyView}</p>}
        actions={<UploadMore patient={patient} />}
        hasCount
      />
      <p className={css.zone}>{words.zone(clock.timezone)}</p>
      {opened === null ? null : <UploadDialog row={opened} onClose={() => setOpened(null)} />}
    </div>
  );
}
