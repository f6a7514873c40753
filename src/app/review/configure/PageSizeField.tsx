import { durationName } from "../../../domain/time/durations.ts";
import { configureText } from "../../../protocol/text/configure-text.ts";
import { Select } from "../../../ui/fields/Select.tsx";

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
}

/** The page length that a window has when it opens. */
export function PageSizeField({
  choicesMs,
  chosen,
  onChoose,
  label = configureText.initialPageSize,
}: PageSizeFieldProps) {
  return (
    <Select
      label={label}
      options={[asItIs, ...choicesMs].map((ms) => ({
        id: String(ms),
        name: ms === asItIs ? configureText.pageSize : durationName(ms),
      }))}
      selected={String(chosen)}
      onChoose={(id) => onChoose(Number(id))}
    />
  );
}

/** What the field shows at first: the present length where it is one of the choices. ms */
export const pageSizeOf = (lengthMs: number, choicesMs: readonly number[]): number =>
  choicesMs.find((choice) => choice === Math.round(lengthMs)) ?? asItIs;
