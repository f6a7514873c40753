import { CircleAlert, TriangleAlert } from "lucide-react";
import { uploadText } from "../../../../protocol/text/upload-text.ts";
import { Button } from "../../../../ui/buttons/Button.tsx";
import { Progress } from "../../../../ui/notices/Progress.tsx";
import { useHours } from "../../../documents/index.ts";
import type { SelectedRow } from "../state.ts";
import css from "./Data.module.css";
import { factsOf } from "./facts.ts";
import { checkAgain } from "./rows.ts";

const { data: words } = uploadText;

export interface SelectedStateProps {
  row: SelectedRow;
  /** That it is there already, or in the queue. */
  duplicates: readonly string[];
  /** Something is told of it below the table. */
  isNoted: boolean;
}

/** How far a selected row is: being looked at, refused and why, or what it holds with its warnings. */
export function SelectedState({ row, duplicates, isNoted }: SelectedStateProps) {
  const { phase, progress, error, candidate, isUnchecked, source, chosenName, isCleaned } = row;
  const hours = useHours();
  if (phase === "waiting") return <span className={css.facts}>{words.waiting}</span>;
  if (phase === "inspecting")
    return <Progress label={words.inspecting} detail={words.percent(Math.floor(progress * 100))} fraction={progress} />;
  if (phase === "refused")
    return (
      <span className={css.note} data-tone="danger">
        <CircleAlert size={14} aria-hidden />
        <span>
          {error}
          {isUnchecked ? (
            <>
              {" "}
              <Button size="small" onPress={() => checkAgain(row)}>
                {words.checkAgain}
              </Button>
            </>
          ) : null}
        </span>
      </span>
    );
  const hasFindings = (candidate?.findings.length ?? 0) > 0;
  const isRenamed = source !== null && source.name !== chosenName && (!hasFindings || isCleaned);
  return (
    <>
      <span className={css.facts}>{factsOf(row, hours)}</span>
      {isRenamed ? <span className={css.facts}>{words.sentAs(source.name)}</span> : null}
      {[...(isNoted ? [words.noted] : []), ...duplicates].map((text) => (
        <span key={text} className={css.note} data-tone="warning">
          <TriangleAlert size={14} aria-hidden />
          <span>{text}</span>
        </span>
      ))}
    </>
  );
}
