import type { ColourSpectrum } from "../../../../../domain/graphs/graph.ts";
import { graphsText } from "../../../../../protocol/text/graphs-text.ts";
import { spectrumTable } from "../../../../../render/index.ts";
import css from "./ConfigureGraphs.module.css";

/** Colours that the preview is drawn with. */
const stops = 32;

/** The colours of a spectrum, from the lower to the upper bound. */
export function SpectrumPreview({ spectrum }: { spectrum: ColourSpectrum }) {
  const table = spectrumTable(spectrum);
  const colours = Array.from({ length: stops }, (_, k) => {
    const at = 4 * Math.round((k / (stops - 1)) * (table.length / 4 - 1));
    return `rgb(${table[at]} ${table[at + 1]} ${table[at + 2]})`;
  });
  return (
    <span
      role="img"
      aria-label={graphsText.spectrumOf(spectrum)}
      className={css.spectrum}
      style={{ backgroundImage: `linear-gradient(to right, ${colours.join(", ")})` }}
    />
  );
}
