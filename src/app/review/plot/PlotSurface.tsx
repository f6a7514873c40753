import type { KeyboardEventHandler, MouseEventHandler } from "react";
import { useReadout } from "../time/use-readout.ts";
import { usePlotWindow } from "./plot-window.ts";

export interface PlotSurfaceProps {
  id?: string;
  className: string;
  /** What the picture shows of the times that are in view ("… to …"), for those who cannot see it. */
  label: (span: string) => string;
  describedBy?: string;
  take: (element: HTMLDivElement | null) => void;
  onClick?: MouseEventHandler<HTMLDivElement>;
  onKeyDown?: KeyboardEventHandler<HTMLDivElement>;
}

/** What takes pointer, keys and focus of a plot. While the time runs its name changes, and nothing around it is drawn anew. */
export function PlotSurface({ id, className, label, describedBy, take, onClick, onKeyDown }: PlotSurfaceProps) {
  const { timeline, clock } = usePlotWindow();
  const span = useReadout(timeline, ({ startMs, endMs }) => `${clock.dateTime(startMs)} to ${clock.dateTime(endMs)}`);
  return (
    <div
      ref={take}
      id={id}
      className={className}
      role="img"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the plot is one tab stop; its keys belong to the window
      tabIndex={0}
      aria-label={label(span)}
      aria-describedby={describedBy}
      onClick={onClick}
      onKeyDown={onKeyDown}
    />
  );
}
