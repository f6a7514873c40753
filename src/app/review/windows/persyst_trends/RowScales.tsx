import type { RefObject } from "react";
import type { CellsLook, PanelRow } from "../../../../picture/trends/panel.ts";
import { fadingColour } from "../../../../picture/trends/row-pictures.ts";
import { type DrawnSpectrum, spectrumTable } from "../../../../render/index.ts";
import css from "./Trends.module.css";
import { words } from "./words.ts";

/** Colours of a bar. */
const steps = 17;

/** What colours and lines mean, and the values under the cursor, right of the rows; placed by `trend-content.ts`. */
export function RowScales({ rows, scales }: { rows: readonly PanelRow[]; scales: RefObject<HTMLUListElement | null> }) {
  return (
    <ul ref={scales} className={css.scales}>
      {rows.map(({ id, look, isVsBaseline, series: [{ trend }] }) => (
        <li key={id}>
          {look.kind === "cells" ? <ColourBar look={look} /> : null}
          <output data-values className={css.values} />
          {look.kind === "cells" && isVsBaseline ? (
            <span className={css.ends}>
              <span />
              <span data-ink="baseline">{words.baseline.mark}</span>
            </span>
          ) : null}
          {trend === "asymmetry_spectrogram" ? (
            <span className={css.ends}>
              <span data-ink="right">{words.legend.rightLarger}</span>
              <span data-ink="left">{words.legend.leftLarger}</span>
            </span>
          ) : null}
          {look.kind === "band" ? (
            <span className={css.legend}>
              <span data-ink={look.lines[0].colour}>{words.legend.median}</span>
              <span>{words.legend.band}</span>
            </span>
          ) : null}
          {look.kind === "lines" && look.lines.length > 1 ? (
            <span className={css.legend}>
              {look.lines.map(({ name, colour }) => (
                <span key={name} data-ink={colour}>
                  {name}
                </span>
              ))}
            </span>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

function stepOf(spectrum: DrawnSpectrum, k: number): string {
  const at = 4 * Math.round((k / (steps - 1)) * 255);
  return `rgb(${spectrumTable(spectrum)
    .subarray(at, at + 3)
    .join(" ")})`;
}

/** The spectrum of a row between its bounds. */
function ColourBar({ look }: { look: CellsLook }) {
  const { spectrum, darkSpectrum, isReversed, low, high, unit } = look;
  const stops = look.fading
    ? ["transparent", look.fading === "ink" ? "var(--plot-ink)" : `rgb(${fadingColour(look).join(" ")})`]
    : Array.from({ length: steps }, (_, k) => {
        const [light, dark] = [spectrum, darkSpectrum ?? spectrum].map((each) => stepOf(each, k));
        return light === dark ? light : `light-dark(${light}, ${dark})`;
      });
  const said = (value: number) => (value < 0 ? `\u2212${-value}` : String(value));
  return (
    <>
      <span className="visually-hidden">{words.scale(said(low), said(high), unit)}</span>
      <i
        className={css.colours}
        style={{ background: `linear-gradient(to ${isReversed ? "bottom" : "top"}, ${stops.join(", ")})` }}
        aria-hidden
      />
      <span className={css.bounds} aria-hidden>
        <span>{said(high)}</span>
        <span>{unit}</span>
        <span>{said(low)}</span>
      </span>
    </>
  );
}
