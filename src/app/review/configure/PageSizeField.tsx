import { durationName } from "../../../domain/time/durations.ts";
import { configureText } from "../../../protocol/text/configure-text.ts";
import { Select } from "../../../ui/fields/Select.tsx";
import { keptLength, type Timeline } from "../time/timeline.ts";

/** Stands for the length as it is now (spec 001 section 9: 'Page Size (0)'). */
export const asItIs = 0;

export interface PageSizeFieldProps {
  /** The page lengths of the kind, ms. */
  choicesMs: readonly number[];
  /** ms, or `asItIs`. */
  chosen: number;
  onChoose: (ms: number) => void;
  /** 'Initial Page Size' unless told. */
  label?: string;
  /** What stands there while none is chosen, in a list that does not begin with 'Page Size'. */
  asItIsName?: string;
}

/** The page length that a window has when it opens. */
export function PageSizeField({
  choicesMs,
  chosen,
  onChoose,
  label = configureText.initialPageSize,
  asItIsName,
}: PageSizeFieldProps) {
  const named = choicesMs.map((ms) => ({ id: String(ms), name: durationName(ms) }));
  return (
    <Select
      label={label}
      options={asItIsName === undefined ? [{ id: String(asItIs), name: configureText.pageSize }, ...named] : named}
      selected={asItIsName !== undefined && chosen === asItIs ? null : String(chosen)}
      {...(asItIsName === undefined ? {} : { placeholder: asItIsName })}
      onChoose={(id) => onChoose(Number(id))}
    />
  );
}

/**
 * What the field shows at first: the length that is kept where it is one of the choices, also in a file that is shorter. ms
 */
export const pageSizeOf = (timeline: Readonly<Timeline>, choicesMs: readonly number[]): number =>
  choicesMs.find((choice) => choice === Math.round(keptLength(timeline))) ?? asItIs;
