import type { DisplayForm } from "../../../protocol/displays.ts";
import { displayBarText } from "../../../protocol/text/display-bar-text.ts";
import { kindOf } from "../windows/catalogue.ts";
import css from "./CompareDisplays.module.css";
import { DisplaySketch, lettersIn } from "./DisplaySketch.tsx";
import areaCss from "./Displays.module.css";

const words = displayBarText.editor;

/** What stands in an area, in words. */
export function kindName(componentId: string): string {
  if (componentId === "placeholder" || componentId === "visualization_selector") return words.empty;
  return kindOf(componentId)?.title ?? words.unknownKind;
}

/** Two versions of a display beside each other: how each is cut, and which windows stand in it. */
export function CompareDisplays({ mine, theirs }: { mine: DisplayForm; theirs: DisplayForm }) {
  return (
    <div className={css.both}>
      <Version title={words.yours} display={mine} other={theirs} />
      <Version title={words.others} display={theirs} other={mine} />
    </div>
  );
}

function Version({ title, display, other }: { title: string; display: DisplayForm; other: DisplayForm }) {
  const kindIn = ({ areas }: DisplayForm, letter: string) => areas.find(({ area }) => area === letter)?.componentId;
  return (
    <section aria-label={title} className={css.version}>
      <h3 className={areaCss.heading}>{title}</h3>
      <DisplaySketch template={display.cssGridTemplate} hasNames />
      <ul className={css.windows}>
        {lettersIn(display.cssGridTemplate).map((letter) => {
          const kind = kindIn(display, letter) ?? "";
          return (
            <li key={letter}>
              <span>{letter.toUpperCase()}</span>
              {kind === kindIn(other, letter) ? kindName(kind) : words.differs(kindName(kind))}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
