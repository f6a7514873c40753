import { uploadQueueText } from "../../../../protocol/text/upload-queue-text.ts";
import { Badge } from "../../../../ui/notices/Badge.tsx";
import { Progress } from "../../../../ui/notices/Progress.tsx";
import type { StageProgress } from "../state.ts";
import css from "./Queue.module.css";
import { countOf, detailOf, percentOf } from "./row-words.ts";

const { stages } = uploadQueueText;
const tones = { waiting: "neutral", active: "info", complete: "success", failed: "danger" } as const;

export interface StageViewProps {
  name: string;
  /** Shown until the stage begins. */
  waitingText: string;
  stage: Readonly<StageProgress>;
  isOffline: boolean;
}

/** One stage of an upload: file counts, percent, time left and its outcome (spec 000 section 4, Upload progress). */
export function StageView({ name, waitingText, stage, isOffline }: StageViewProps) {
  return (
    <section className={css.stage} aria-label={name}>
      <div className={css.stageHead}>
        <h3>{name}</h3>
        <Badge tone={tones[stage.outcome]}>{stages.outcome[stage.outcome]}</Badge>
      </div>
      {stage.outcome === "waiting" ? (
        <p className={css.note}>{waitingText}</p>
      ) : (
        <Progress label={countOf(stage)} detail={detailOf(stage, isOffline)} fraction={percentOf(stage) / 100} />
      )}
    </section>
  );
}
