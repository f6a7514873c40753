import { queryOptions, useQuery } from "@tanstack/react-query";
import { useSnapshot } from "valtio";
import { getPatientFileType } from "../../../../protocol/patients.ts";
import type { RecordingDetail } from "../../../../protocol/recordings.ts";
import { MenuButton } from "../../../../ui/buttons/MenuButton.tsx";
import { call } from "../../../session/index.ts";
import { useSeriesWindow } from "./series-window.ts";
import type { SeriesSource } from "./stored.ts";
import { words } from "./words.ts";

/** The files of the review's patient; a recording that is nobody's has no others. */
const filesQuery = ({ patient_key }: RecordingDetail) =>
  queryOptions({
    queryKey: ["series-files", patient_key],
    queryFn: ({ signal }) => call(getPatientFileType, { patient_id: [patient_key] }, signal),
    enabled: patient_key > 0,
    staleTime: 60_000,
  });

const idOf = ({ dataObjectId, modality }: SeriesSource) => `${dataObjectId} ${modality}`;

/** Chooses what is drawn: a group of this file or of another one of the patient. */
export function SourceMenu({ focusPlot }: { focusPlot: () => void }) {
  const window = useSeriesWindow();
  const { review } = window;
  const { recording } = useSnapshot(window.source) as { recording: RecordingDetail | null };
  useSnapshot(window.props);
  const files = useQuery(filesQuery(review));
  const described = recording === null || recording === review ? [review] : [recording, review];
  const groups = described.flatMap((file) =>
    file.groups.map(({ modality, sampling_hz }) => {
      const group = words.group(modality, String(Number(sampling_hz.toPrecision(6))));
      const source = { dataObjectId: file.data_object_id, modality };
      return { source, name: file === review ? group : words.ofFile(file.obj_name, group) };
    }),
  );
  const others = (files.data?.files ?? [])
    .filter(({ obj_id, preload_status }) => {
      const isDescribed = described.some(({ data_object_id }) => data_object_id === obj_id);
      return preload_status.status === "ready" && !isDescribed;
    })
    .map(({ obj_id, obj_name }) => ({ source: { dataObjectId: obj_id, modality: "" }, name: obj_name }));
  const choices = [...groups, ...others];
  const drawn = window.drawn();
  const current = {
    dataObjectId: window.props.source.dataObjectId,
    modality: drawn?.group.modality ?? window.props.source.modality,
  };
  const shown = choices.find(({ source }) => idOf(source) === idOf(current));
  return (
    <MenuButton
      label={words.source}
      title={files.isError ? words.filesNotFetched : words.source}
      value={shown?.name ?? words.source}
      choices={choices.map(({ source, name }) => ({ id: idOf(source), name }))}
      selected={shown === undefined ? null : idOf(shown.source)}
      onChoose={(id) => {
        const chosen = choices.find(({ source }) => idOf(source) === id);
        if (chosen !== undefined) window.choose(chosen.source);
        focusPlot();
      }}
    />
  );
}
