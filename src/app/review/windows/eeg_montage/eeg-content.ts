/** What an EEG Montage window brings to its plot: rows of a montage, calibration marks, fitting sensitivities. */
import { subscribe } from "valtio";
import type { Sensitivities } from "../../../../domain/montage/display.ts";
import type { Drawn } from "../../../../domain/montage/drawn-rows.ts";
import { fractionOf, isInView } from "../../../../domain/montage/row-layout.ts";
import { recipeOf } from "../../../../domain/montage/row-recipe.ts";
import { lengthOf } from "../../../../domain/time/view-span.ts";
import { traceRows } from "../../../../picture/trace-rows.ts";
import type { Recipe } from "../../../../protocol/recipe.ts";
import type { TraceRow } from "../../../../render/types.ts";
import { onThemeChange } from "../../../../ui/theme.ts";
import { screenScale } from "../../../screen/index.ts";
import { mostShadeOverEeg } from "../../plot/annotation-shapes.ts";
import type { ContentOptions, PlotContent, PlotSource } from "../../plot/plot-content.ts";
import { drawWhole } from "../../plot/whole-plot.ts";
import { readingText } from "../../rows/reading-text.ts";
import { rowInputsOf } from "../../rows/row-inputs.ts";
import { scrollRowsByWheel, topOf } from "../../rows/row-scroll.ts";
import { readSideColours } from "../../rows/side-colours.ts";
import { createCalibrations } from "./calibration.ts";
import type { EegWindow } from "./eeg-window.ts";
import { createFitMeter } from "./fit.ts";
import { auxFiltersOf, type EegProps, filtersOf, sensitivitiesOf } from "./props.ts";
import { createShader } from "./shading.ts";

/** `margin` holds the calibration marks. */
export function createEegContent(window: EegWindow, { surface, margin, invalidate }: ContentOptions): PlotContent {
  const { props, scroll } = window;
  const rowsOf = rememberRows();
  const currentSensitivities = rememberSensitivities(props);
  const recipeFor = rememberRecipe(props);
  const sourcesFor = rememberSources(window);
  const fitMeter = createFitMeter(window.fit);
  const shade = createShader(window.shading);
  let colours = readSideColours(surface);
  const unties = [
    subscribe(props, invalidate, true),
    subscribe(window.montages.state, invalidate, true),
    subscribe(scroll, invalidate, true),
    subscribe(screenScale, invalidate, true),
    onThemeChange(() => {
      colours = readSideColours(surface);
      invalidate();
    }),
  ];
  const calibrations = createCalibrations(margin);
  return {
    sources() {
      const drawn = window.drawn();
      return drawn === null ? none : sourcesFor(drawn, recipeFor(drawn));
    },
    draw(picture) {
      const drawn = window.drawn();
      const [source] = picture.sources;
      if (drawn === null || source === undefined) return null;
      const { size } = picture;
      const { pixelsPerMm } = screenScale;
      const rows = rowsOf(drawn, currentSensitivities(), topOf(scroll, drawn), size, colours, pixelsPerMm);
      return shade(picture, drawWhole(picture, source, rows), props.longPages, pixelsPerMm);
    },
    lanes({ size }) {
      const drawn = window.drawn();
      if (drawn === null) return [];
      const inputs = rowInputsOf(window.recording.data_object_id, drawn);
      const { channels, layout } = drawn;
      const [top, heightPx] = [topOf(scroll, drawn), size.height / size.ratio];
      const height = heightPx / layout.inView;
      return channels.flatMap(({ row, missing }, k) => {
        const centre = layout.centres[k];
        if (missing.length > 0 || !isInView(layout, centre, top)) return [];
        return { inputs: inputs[row], y: fractionOf(layout, centre, top) * heightPx - height / 2, height };
      });
    },
    marksLanes: true,
    mostShade: mostShadeOverEeg,
    saysRows: true,
    reading(reading) {
      const channel = window.drawn()?.channels.find(({ row }) => row === reading.row);
      return channel === undefined ? null : { name: channel.name, value: readingText(reading, channel) };
    },
    drawn({ span, size, sources, isPlaying }) {
      const drawn = window.drawn();
      if (drawn === null) return;
      const [{ view, tiles }] = sources;
      const heightPx = size.height / size.ratio;
      const { pixelsPerMm } = screenScale;
      calibrations(drawn, currentSensitivities(), {
        pixelsPerSecond: ((size.width / size.ratio) * 1000) / lengthOf(span),
        pixelsPerMm,
        heightPx,
      });
      const rowHeightPx = heightPx / drawn.layout.inView;
      if (!isPlaying)
        fitMeter.touch(() => ({ drawn, tiles, view, sensitivities: currentSensitivities(), rowHeightPx, pixelsPerMm }));
    },
    rowWheel(event) {
      const drawn = window.drawn();
      if (drawn !== null) scrollRowsByWheel(event, scroll, drawn);
    },
    [Symbol.dispose]() {
      fitMeter.cancel();
      for (const untie of unties) untie();
    },
  };
}

const none: readonly PlotSource[] = [];

/** The same array for as long as group and recipe stay. */
function rememberSources({ recording, feedWindow, damageOf }: EegWindow) {
  let sources = none;
  return (drawn: Drawn, recipe: Recipe): readonly PlotSource[] => {
    const { group } = drawn;
    if (sources[0]?.group !== group || sources[0].recipe !== recipe)
      sources = [
        {
          ...{ recording, group, recipe, feedWindow, damage: damageOf(group.modality), holdsClock: true },
          rowInputs: rowInputsOf(recording.data_object_id, drawn),
        },
      ];
    return sources;
  };
}

/** One recipe object for as long as montage and filters stay: whoever is given it may compare it by identity. */
function rememberRecipe(props: EegProps): (drawn: Drawn) => Recipe {
  let recipe: Recipe | null = null;
  let key: unknown[] = [];
  return (drawn) => {
    const [eeg, aux] = [filtersOf(props), auxFiltersOf(props)];
    const next = [drawn, eeg.lff, eeg.hff, eeg.notch, aux.lff, aux.hff];
    if (recipe === null || next.some((value, k) => value !== key[k])) {
      key = next;
      recipe = recipeOf(drawn.resolved, drawn.computed, {
        filters: { eeg, aux },
        samplingHz: drawn.group.sampling_hz,
      });
    }
    return recipe;
  };
}

/** The same object for as long as its values stay. */
function rememberSensitivities(props: EegProps): () => Sensitivities {
  let now = sensitivitiesOf(props);
  return () => {
    const next = sensitivitiesOf(props);
    if (!isSameSensitivities(now, next)) now = next;
    return now;
  };
}

const isSameSensitivities = (a: Sensitivities, b: Sensitivities): boolean =>
  a.eeg === b.eeg && a.ecg === b.ecg && a.eog === b.eog && a.emg === b.emg && a.other === b.other;

/** Rows change with what is drawn, the sensitivities, the size and the theme, not with the time. */
function rememberRows(): typeof traceRows {
  let key: Parameters<typeof traceRows> | null = null;
  let rows: TraceRow[] = [];
  return (...next) => {
    if (key === null || next.some((value, k) => value !== key?.[k])) {
      key = next;
      rows = traceRows(...next);
    }
    return rows;
  };
}
