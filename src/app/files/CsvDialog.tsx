import { useQuery } from "@tanstack/react-query";
import { FileX, Hourglass, Inbox } from "lucide-react";
import { useCallback } from "react";
import type { FileNode } from "../../protocol/files.ts";
import { getCsvColumns } from "../../protocol/files.ts";
import type { Patient } from "../../protocol/patients.ts";
import { filesText } from "../../protocol/text/files-text.ts";
import { Dialog } from "../../ui/dialogs/Dialog.tsx";
import { Face } from "../../ui/notices/Face.tsx";
import { cut } from "../../ui/table/index.ts";
import { ApiFailure, call } from "../session/index.ts";
import { Failed } from "../shell/index.ts";
import { CsvTable } from "./CsvTable.tsx";
import css from "./Files.module.css";

const words = filesText.csv;

export interface CsvDialogProps {
  patient: Patient;
  node: FileNode;
  onClose: () => void;
}

/** The content of a CSV file (spec 000 section 2, Files tab, View). */
export function CsvDialog({ patient, node, onClose }: CsvDialogProps) {
  const file = { project_id: patient.project_id, patient_id: patient.patient_key, file_path: node.path };
  const { data, error, refetch } = useQuery({
    queryKey: ["csv columns", file, node.id],
    queryFn: ({ signal }) => call(getCsvColumns, file, signal),
  });
  const onCounted = useCallback(() => void refetch(), [refetch]);
  return (
    <Dialog title={cut(node.name)} closeLabel={words.close} isOpen onClose={onClose} width={1200}>
      <div className={css.csv}>
        {error instanceof ApiFailure && error.status < 500 ? (
          <Face icon={FileX} title={error.message} role="alert" />
        ) : error !== null && data === undefined ? (
          <Failed error={error} onTryAgain={refetch} />
        ) : data === undefined ? (
          <Face icon={Hourglass} title={words.loading} role="status" />
        ) : data.columns.length === 0 ? (
          <Face icon={Inbox} title={words.noColumns} />
        ) : (
          <CsvTable name={node.name} file={file} names={data.columns} bytes={data.file_size} onCounted={onCounted} />
        )}
      </div>
    </Dialog>
  );
}
