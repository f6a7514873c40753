import { CircleHelp } from "lucide-react";
import { timelineLegendText as words } from "../../../protocol/text/timeline-legend-text.ts";
import { PopoverButton } from "../../../ui/buttons/PopoverButton.tsx";
import css from "./TimelineLegend.module.css";

const marks = [
  ...(["view", "annotation", "own", "event", "gap", "skipped", "marked", "loop"] as const),
  ...(["reviewed", "skimmed", "unreviewed", "unknown"] as const),
] as const;

/** What the marks on the track of a timeline mean; what stands at a time is said by the tooltip there. */
export function TimelineLegend() {
  return (
    <span className={css.button}>
      <PopoverButton
        label={words.button}
        hint={words.button}
        tone="quiet"
        placement="bottom end"
        content={() => (
          <div className={css.legend}>
            <h3>{words.button}</h3>
            <dl>
              {marks.map((mark) => (
                <div key={mark}>
                  <dt>
                    <span className={css.mark} data-mark={mark} aria-hidden />
                    <span className="visually-hidden">{words.looks[mark]}</span>
                  </dt>
                  <dd>{words.marks[mark]}</dd>
                </div>
              ))}
            </dl>
            <p>{words.hint}</p>
          </div>
        )}
      >
        <CircleHelp size={15} aria-hidden />
      </PopoverButton>
    </span>
  );
}
