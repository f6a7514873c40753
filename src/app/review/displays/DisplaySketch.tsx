import { lettersOf, readGrid } from "../../../domain/layout.ts";
import { cssOf } from "./css-grid.ts";
import css from "./Displays.module.css";

/** The areas of a template; none where it is none. */
export function lettersIn(template: string): string[] {
  const grid = readGrid(template);
  return "problem" in grid ? [] : lettersOf(grid);
}

/** A small drawing of a layout. */
export function DisplaySketch({ template, hasNames = false }: { template: string; hasNames?: boolean }) {
  const grid = readGrid(template);
  if ("problem" in grid) return null;
  return (
    <span className={css.sketch} data-large={hasNames || undefined} style={{ gridTemplate: cssOf(grid) }} aria-hidden>
      {lettersOf(grid).map((area) => (
        <span key={area} style={{ gridArea: area }}>
          {hasNames ? area.toUpperCase() : null}
        </span>
      ))}
    </span>
  );
}
