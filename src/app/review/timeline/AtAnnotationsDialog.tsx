import { useMemo, useState } from "react";
import { searchOf } from "../../../domain/annotations/annotation-search.ts";
import type { Clock } from "../../../domain/time/clock.ts";
import { parseGoTo } from "../../../domain/time/go-to.ts";
import {
  type AtAnnotations,
  mostFilterLength,
  mostMarginSeconds,
  slowFactors,
} from "../../../protocol/personal-settings.ts";
import { playbackText } from "../../../protocol/text/playback-text.ts";
import { Button } from "../../../ui/buttons/Button.tsx";
import { Dialog } from "../../../ui/dialogs/Dialog.tsx";
import { Choices } from "../../../ui/fields/Choices.tsx";
import { TextInput } from "../../../ui/fields/TextInput.tsx";
import { endForm } from "../../shell/index.ts";
import type { DrawnAnnotations } from "../annotations/types.ts";
import { fileOf, type Timeline } from "../time/timeline.ts";
import { setAtAnnotations, useAtAnnotations } from "./annotation-stops.ts";
import css from "./TimelineBar.module.css";

const words = playbackText;
const acts = (["nothing", "slow", "stop"] as const).map((id) => ({ id, name: words.acts[id] }));

/** A number as it is typed, within limits; null: it is none. */
function numberIn(typed: string, least: number, most: number): number | null {
  const value = Number(typed.trim().replace(",", "."));
  return typed.trim() !== "" && value >= least && value <= most ? value : null;
}

export interface AtAnnotationsDialogProps {
  timeline: Timeline;
  clock: Clock;
  annotations: DrawnAnnotations | null;
  onClose: () => void;
}

/** What playback does at annotations, and at which. */
export function AtAnnotationsDialog({ timeline, clock, annotations, onClose }: AtAnnotationsDialogProps) {
  const kept = useAtAnnotations();
  const [act, setAct] = useState<AtAnnotations["act"]>(kept.act);
  const [filter, setFilter] = useState(kept.filter);
  const [typedFactor, setFactor] = useState(String(kept.factor));
  const [typedMargin, setMargin] = useState(String(kept.margin_s));
  const factor = numberIn(typedFactor, slowFactors.least, slowFactors.most);
  const margin = numberIn(typedMargin, 0, mostMarginSeconds);
  const hint = useMatches(filter, timeline, clock, annotations);
  const isOff = act === "nothing";
  const isWrong = margin === null || (act === "slow" && factor === null);
  const isChanged =
    act !== kept.act ||
    filter !== kept.filter ||
    typedFactor !== String(kept.factor) ||
    typedMargin !== String(kept.margin_s);
  const save = () => {
    if (margin === null || isWrong) return;
    setAtAnnotations({ act, filter: filter.trim(), factor: factor ?? kept.factor, margin_s: margin });
    onClose();
  };
  return (
    <Dialog
      title={words.title}
      closeLabel={words.close}
      isOpen
      onClose={() => endForm(isChanged, onClose)}
      actions={
        <>
          <Button onPress={onClose}>{words.cancel}</Button>
          <Button tone="primary" isDisabled={isWrong} onPress={save}>
            {words.save}
          </Button>
        </>
      }
    >
      <div className={css.settings}>
        <Choices
          label={words.act}
          choices={acts}
          selected={act}
          onChoose={(id) => setAct(acts.find((one) => one.id === id)?.id ?? "nothing")}
        />
        <p>{words.explained[act]}</p>
        <TextInput
          label={words.filter}
          placeholder={words.filterPlaceholder}
          value={filter}
          onChange={setFilter}
          maxLength={mostFilterLength}
          isDisabled={isOff}
          hint={hint}
        />
        <div className={css.pair}>
          <TextInput
            label={words.factor}
            value={typedFactor}
            onChange={setFactor}
            inputMode="decimal"
            isDisabled={act !== "slow"}
            error={factor === null ? words.badFactor(slowFactors.least, slowFactors.most) : undefined}
          />
          <TextInput
            label={words.margin}
            value={typedMargin}
            onChange={setMargin}
            inputMode="decimal"
            isDisabled={isOff}
            error={margin === null ? words.badMargin(mostMarginSeconds) : undefined}
          />
        </div>
      </div>
    </Dialog>
  );
}

/** How many of the loaded annotations the filter leaves, or what of it is not understood. */
function useMatches(
  filter: string,
  timeline: Timeline,
  clock: Clock,
  annotations: DrawnAnnotations | null,
): string | undefined {
  return useMemo(() => {
    if (annotations === null) return undefined;
    const { table } = annotations;
    const file = fileOf(timeline);
    const { among, ignored } = searchOf(filter, table, (typed) =>
      parseGoTo(typed, { nowMs: file.startMs, file, clock }),
    );
    if (ignored.length > 0) return words.ignored(ignored);
    const rows = table.inOrder();
    return words.matches(among(rows).length, rows.length);
  }, [filter, timeline, clock, annotations]);
}
