import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { executeAndWriteH5, type PipelineRun } from "../../../protocol/pipelines.ts";
import { analysesText } from "../../../protocol/text/analyses-text.ts";
import { text } from "../../../protocol/text/text.ts";
import { Button } from "../../../ui/buttons/Button.tsx";
import { Dialog } from "../../../ui/dialogs/Dialog.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import { Banner } from "../../../ui/notices/Banner.tsx";
import { toast } from "../../../ui/notices/toasts.ts";
import { call, reasonOf } from "../../session/index.ts";
import { endForm } from "../../shell/index.ts";
import { jumpTo } from "../jump-to.ts";
import { kindOf } from "../windows/catalogue.ts";
import { whyNoMore } from "../workspace.ts";
import type { ReviewWorkspace } from "../workspace-types.ts";
import css from "./Analyses.module.css";
import { Editor } from "./Editor.tsx";
import { analysesQuery, runsQuery } from "./queries.ts";
import { RunForm } from "./RunForm.tsx";
import { type RunDisplays, RunList } from "./RunList.tsx";
import { windowsOfRun } from "./stored-window.ts";
import type { RunWindow } from "./window-of-run.ts";

const words = analysesText;
/** As the list of analyses counts: behind the ids of the Standard ones. */
const ownAnalysisIds = 1000;

export interface AnalysesDialogProps {
  workspace: ReviewWorkspace;
  onClose: () => void;
}

/** Analyses, what is set before one runs, and the runs of the patient. */
export function AnalysesDialog({ workspace, onClose }: AnalysesDialogProps) {
  const { data, error, refetch } = useQuery(analysesQuery);
  const queries = useQueryClient();
  const [chosen, setChosen] = useState(1);
  const [isEditing, setEditing] = useState(false);
  const [isEdited, setEdited] = useState(false);
  const leaveEditor = () => {
    setEditing(false);
    setEdited(false);
  };
  const { data_object_id, patient_key } = workspace.recording;
  const analyses = data?.analyses ?? [];
  const listed = analyses.find(({ id }) => id === chosen) ?? analyses[0];
  const view = () => {
    const timeline = workspace.addressed()?.window.timeline;
    return timeline === undefined ? null : { startMs: timeline.startMs, endMs: timeline.endMs };
  };
  const openWindow = ({ kind: id, props, startMs }: RunWindow) => {
    const kind = kindOf(id);
    if (kind === undefined) return;
    const why = whyNoMore(workspace.display);
    if (why !== null) {
      toast.error(why);
      return;
    }
    workspace.add(kind, props);
    if (startMs !== null) jumpTo(workspace, startMs);
    onClose();
  };
  const displaysOf = (run: PipelineRun): RunDisplays => {
    const { windows, onlyInFile } = windowsOfRun(run, data_object_id);
    const opening = (made: RunWindow) => () => endForm(isEdited, () => openWindow(made));
    return { windows: windows.map(({ label, says, made }) => ({ label, says, open: opening(made) })), onlyInFile };
  };
  return (
    <Dialog
      title={isEditing ? words.editor.title : words.title}
      closeLabel={words.close}
      isOpen
      onClose={() => endForm(isEdited, onClose)}
      width={720}
      ignoresOutside={isEditing}
      back={isEditing ? { label: words.editor.back, onPress: () => endForm(isEdited, leaveEditor) } : undefined}
    >
      {/* What was read, and what is entered, stays while a later question fails. */}
      {error === null ? null : (
        <Banner tone="danger">
          {reasonOf(error)}
          <Button size="small" onPress={() => void refetch()}>
            {words.tryAgain}
          </Button>
        </Banner>
      )}
      {listed === undefined ? (
        error === null ? (
          <p role="status">{words.loading}</p>
        ) : null
      ) : isEditing ? (
        <Editor
          key={listed.id}
          listed={listed}
          onEdited={() => setEdited(true)}
          onSaved={(id) => {
            setChosen(id === null ? 1 : id + ownAnalysisIds);
            leaveEditor();
            void refetch();
          }}
        />
      ) : (
        <>
          <section className={css.section}>
            <div className={css.choice}>
              <Select
                label={words.choose}
                search={text.search(words.choose)}
                options={analyses.map(({ id, name, type }) => ({
                  id: String(id),
                  name: `${name} (${words.type(type)})`,
                }))}
                selected={String(listed.id)}
                onChoose={(id) => endForm(isEdited && Number(id) !== listed.id, () => setChosen(Number(id)))}
              />
              <Button onPress={() => endForm(isEdited, () => setEditing(true))}>
                {listed.may_change ? words.editOwn : words.edit}
              </Button>
            </div>
            <p className={css.muted}>{listed.description}</p>
            <RunForm
              key={`${listed.id} ${listed.revision}`}
              listed={listed}
              dataObjectId={data_object_id}
              view={view}
              onEdited={setEdited}
              onRun={async (analysis) => {
                await call(executeAndWriteH5, analysis);
                await queries.invalidateQueries({ queryKey: runsQuery(patient_key).queryKey });
              }}
            />
          </section>
          <section className={css.section}>
            <h3>{words.runs}</h3>
            <RunList patientKey={patient_key} displaysOf={displaysOf} />
          </section>
          <p className={css.notice}>{words.investigational}</p>
        </>
      )}
    </Dialog>
  );
}
