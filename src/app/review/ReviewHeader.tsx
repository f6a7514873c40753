import { useNavigate, useParams } from "@tanstack/react-router";
import { Info, Ruler, X } from "lucide-react";
import { memo, useState } from "react";
import { useSnapshot } from "valtio";
import type { RecordingSummary } from "../../protocol/recordings.ts";
import { screenText } from "../../protocol/text/screen-text.ts";
import { text } from "../../protocol/text/text.ts";
import { IconButton } from "../../ui/buttons/IconButton.tsx";
import { ThemeToggle } from "../../ui/buttons/ThemeToggle.tsx";
import { AlertDialog } from "../../ui/dialogs/AlertDialog.tsx";
import { ConfirmDialog } from "../../ui/dialogs/ConfirmDialog.tsx";
import { chooseTheme, UnsavedSettings } from "../documents/index.ts";
import { ScreenCalibration, screenScale } from "../screen/index.ts";
import { Brand, endForm, SkipLink } from "../shell/index.ts";
import { UnsentChanges } from "../unsent/index.ts";
import { UploadPill } from "../upload/queue/pill.ts";
import { AnalysesButton } from "./analyses/AnalysesButton.tsx";
import { ClockToggle } from "./ClockToggle.tsx";
import css from "./Review.module.css";
import { ShortcutsButton } from "./shortcuts/ShortcutsButton.tsx";
import { WindowOpeners } from "./WindowOpeners.tsx";
import type { ReviewWorkspace } from "./workspace-types.ts";

export interface ReviewHeaderProps {
  recording: RecordingSummary | null;
  /** Null until windows can be opened. */
  workspace: ReviewWorkspace | null;
  /** Absent until there are details to show. */
  onDetails?: () => void;
  /** The address names no recording: said before the review is left. */
  isUndefined?: boolean;
}

/**
 * To the patient's page, where reviews are opened (spec 001 section 2.3); a recording that is nobody's has none. Before
 * the recording is known the address may name its patient.
 */
function wayOut(recording: RecordingSummary | null, patientID = "") {
  const key = recording?.patient_key ?? (/^[1-9]\d{0,9}$/.test(patientID) ? Number(patientID) : 0);
  return key === 0 ? ({ to: "/" } as const) : ({ to: "/data/visualize/data", search: { patient_id: key } } as const);
}

/** The dark bar over the review: product, whose file this is, and the way out. Each answer that a review loads would draw it anew. */
export const ReviewHeader = memo(function ReviewHeader(props: ReviewHeaderProps) {
  const { recording, workspace, onDetails, isUndefined = false } = props;
  const navigate = useNavigate();
  const { patientID } = useParams({ strict: false });
  const [isAsked, setAsked] = useState(false);
  const [isMeasuring, setMeasuring] = useState(false);
  const { measuredAt } = useSnapshot(screenScale);
  const leave = () => void navigate(wayOut(recording, patientID));
  const { closing } = text.review;
  return (
    <header className={css.header}>
      {workspace === null ? null : <SkipLink />}
      <div className={css.brand}>
        <Brand hasPoweredBy />
      </div>
      {recording === null ? null : (
        <dl className={css.labels}>
          {recording.site_name === "" ? null : (
            <div>
              <dt>{text.review.site}</dt>
              <dd title={recording.site_name}>{recording.site_name}</dd>
            </div>
          )}
          {recording.patient_id === "" ? null : (
            <div className={css.patient}>
              <dt>{text.review.patient}</dt>
              <dd title={recording.patient_id}>{recording.patient_id}</dd>
            </div>
          )}
          <div className={css.file}>
            <dt>{text.review.file}</dt>
            <dd title={recording.obj_name}>{recording.obj_name}</dd>
          </div>
        </dl>
      )}
      <span className={css.space} />
      <UploadPill />
      <span className={css.pill}>{text.product.investigational}</span>
      <div className={css.actions}>
        <UnsentChanges />
        <UnsavedSettings tone="nav" />
        {workspace === null ? null : <WindowOpeners workspace={workspace} />}
        {workspace === null || workspace.recording.patient_key === 0 ? null : <AnalysesButton workspace={workspace} />}
        {onDetails === undefined ? null : (
          <IconButton icon={Info} label={text.review.details} tone="nav" size="medium" onPress={onDetails} />
        )}
        <IconButton
          icon={Ruler}
          label={measuredAt === null ? screenText.unknown : screenText.title}
          tone="nav"
          size="medium"
          onPress={() => setMeasuring(true)}
        />
        {isMeasuring ? <ScreenCalibration onClose={() => setMeasuring(false)} endForm={endForm} /> : null}
        {recording?.is_start_known === false ? null : <ClockToggle timezone={recording?.timezone ?? null} />}
        <ThemeToggle {...text.theme} tone="nav" onChoose={chooseTheme} />
        {workspace === null ? null : <ShortcutsButton workspace={workspace} />}
        <IconButton
          icon={X}
          label={text.review.close}
          tone="nav"
          size="medium"
          onPress={() => (workspace === null && !isUndefined ? leave() : setAsked(true))}
        />
        <AlertDialog
          title={text.notFound.recording}
          text={text.review.undefinedRecording}
          closeLabel={text.review.ok}
          isOpen={isAsked && isUndefined}
          onClose={leave}
        />
        <ConfirmDialog
          title={closing.title}
          confirmLabel={closing.confirm}
          cancelLabel={closing.cancel}
          tone="primary"
          isOpen={isAsked && !isUndefined}
          onConfirm={leave}
          onCancel={() => setAsked(false)}
        >
          {closing.body}
        </ConfirmDialog>
      </div>
    </header>
  );
});
