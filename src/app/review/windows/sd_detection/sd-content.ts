/** What an SD detection window brings to its plot: rows of EEG, the slow overlay on the same lines, boxes of events. */
import { subscribe } from "valtio";
import { subscribeKey } from "valtio/utils";
import type { Sensitivities } from "../../../../domain/montage/display.ts";
import { usualSensitivities } from "../../../../domain/montage/display.ts";
import type { Drawn } from "../../../../domain/montage/drawn-rows.ts";
import { fractionOf, isInView } from "../../../../domain/montage/row-layout.ts";
import { recipeOf } from "../../../../domain/montage/row-recipe.ts";
import type { Verdict } from "../../../../domain/sd/worksheet.ts";
import { type SideColours, traceRows } from "../../../../picture/trace-rows.ts";
import type { Recipe } from "../../../../protocol/recipe.ts";
import { type Layer, tokenColour, withAlpha } from "../../../../render/index.ts";
import type { Band, Rgba, TraceRow } from "../../../../render/types.ts";
import { onThemeChange } from "../../../../ui/theme.ts";
import { screenScale } from "../../../screen/index.ts";
import { mostShadeOverEeg } from "../../plot/annotation-shapes.ts";
import type { ContentOptions, Picture, PlotContent, PlotSource } from "../../plot/plot-content.ts";
import { drawWhole } from "../../plot/whole-plot.ts";
import { readingText } from "../../rows/reading-text.ts";
import { rowInputsOf } from "../../rows/row-inputs.ts";
import { scrollRowsByWheel, topOf } from "../../rows/row-scroll.ts";
import { oneColour } from "../../rows/side-colours.ts";
import type { FoundEvent } from "./detection.ts";
import { boxRects, pageRects } from "./event-boxes.ts";
import { filtersOf, type TraceConfig, type TraceSet, traceSets } from "./props.ts";
import type { SdWindow } from "./sd-window.ts";
import { judged } from "./sheet-rows.ts";
import { words } from "./words.ts";

interface SdColours {
  readonly traces: Readonly<Record<TraceSet, SideColours>>;
  readonly event: Rgba;
  readonly waiting: Rgba;
}

/** Base traces in plain ink, never in colours of hemispheres (look.md). */
function readSdColours(element: Element): SdColours {
  return {
    traces: {
      eegConfig: oneColour(withAlpha(tokenColour(element, "--plot-ink"), 0.72)),
      overlayEEGConfig: oneColour(tokenColour(element, "--sd-overlay")),
    },
    event: tokenColour(element, "--sd-event"),
    waiting: withAlpha(tokenColour(element, "--info-soft"), 0.75),
  };
}

export function createSdContent(window: SdWindow, { surface, invalidate }: ContentOptions): PlotContent {
  const { props, scroll, detection } = window;
  const recipes = { eegConfig: rememberRecipe(), overlayEEGConfig: rememberRecipe() };
  const rows = { eegConfig: rememberRows(), overlayEEGConfig: rememberRows() };
  const sourcesFor = rememberSources(window);
  const verdictsOf = rememberVerdicts(window);
  let colours = readSdColours(surface);
  const unties = [
    subscribe(props, invalidate, true),
    subscribe(window.montages.state, invalidate, true),
    subscribe(scroll, invalidate, true),
    subscribe(detection.state, invalidate, true),
    subscribeKey(window.annotations.state, "revision", invalidate, true),
    subscribe(screenScale, invalidate, true),
    onThemeChange(() => {
      colours = readSdColours(surface);
      invalidate();
    }),
  ];
  const rowsOf = (set: TraceSet, drawn: Drawn, { size }: Picture) =>
    rows[set](
      drawn,
      sensitivitiesOf(props[set]),
      topOf(scroll, drawn),
      size,
      colours.traces[set],
      screenScale.pixelsPerMm,
    );

  return {
    sources() {
      const drawn = window.drawn();
      if (drawn === null || drawn.channels.length === 0) return none;
      return sourcesFor(
        drawn,
        traceSets.map((set) => recipes[set](drawn, props[set])),
      );
    },
    draw(picture) {
      const drawn = window.drawn();
      const [eeg, overlay] = picture.sources;
      if (drawn === null || eeg === undefined || overlay === undefined) return null;
      const base = drawWhole(picture, eeg, rowsOf("eegConfig", drawn, picture));
      const over = drawWhole(picture, overlay, rowsOf("overlayEEGConfig", drawn, picture));
      const { size } = picture;
      const clip = { x: 0, y: 0, width: size.width, height: size.height };
      const rects = (all: ReturnType<typeof boxRects>): Layer[] =>
        all.length === 0
          ? []
          : [
              {
                kind: "rects",
                clip,
                hatchPeriod: base.frame.hatchPeriod,
                firstPixel: base.frame.firstPixel,
                rects: all,
              },
            ];
      const plot = { view: eeg.view, size, source: eeg.source };
      const place = { drawn, top: topOf(scroll, drawn) };
      const pages = pageRects(detection.pages(), plot, { waiting: colours.waiting, failed: picture.colours.failed });
      const events = detection.events();
      const boxes = boxRects(events, plot, place, { colour: colours.event, verdicts: verdictsOf(events) });
      return {
        frame: {
          ...base.frame,
          bands: [...notThere(over.frame.bands, picture), ...base.frame.bands],
          layers: [...rects(pages), ...base.frame.layers, ...rects(boxes), ...over.frame.layers.map(thicker)],
        },
        parts: [...over.parts, ...base.parts],
        marked: [{ clip, pictures: [eeg, overlay] }],
        damaged: [eeg],
      };
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
    reading(reading, { picture }) {
      const channel = window.drawn()?.channels.find(({ row }) => row === reading.row);
      if (channel === undefined) return null;
      const isOverlay = picture.source.feedWindow === window.feedWindows[1];
      return {
        ...(isOverlay ? { name: `${channel.name} ${words.overlay}`, tag: words.overlay } : { name: channel.name }),
        value: readingText(reading, channel),
      };
    },
    drawn() {},
    rowWheel(event) {
      const drawn = window.drawn();
      if (drawn !== null) scrollRowsByWheel(event, scroll, drawn);
    },
    [Symbol.dispose]() {
      for (const untie of unties) untie();
    },
  };
}

const none: readonly PlotSource[] = [];

/** The overlay stands out from what it is drawn over. */
const thicker = (layer: Layer): Layer =>
  layer.kind === "traces" ? { ...layer, lineWidth: layer.lineWidth * overlayStroke } : layer;
const overlayStroke = 1.5;

/** Of the overlay what is on its way or failed: all else that lies under the traces is the same. */
const notThere = (bands: readonly Band[], { colours: { loading, failed } }: Picture): readonly Band[] =>
  bands.filter(({ colour }) => colour === loading || colour === failed);

/** Looked up anew where events or annotations changed, not in each frame. */
function rememberVerdicts(window: SdWindow): (events: readonly FoundEvent[]) => readonly (Verdict | null)[] {
  let made: { of: readonly FoundEvent[]; revision: number; verdicts: readonly (Verdict | null)[] } | null = null;
  return (of) => {
    const { revision } = window.annotations.state;
    if (made === null || made.of !== of || made.revision !== revision) {
      const verdicts = of.length === 0 ? [] : judged(window, of).map(({ verdict }) => verdict);
      made = { of, revision, verdicts };
    }
    return made.verdicts;
  };
}

/** The same array for as long as group and recipes stay. */
function rememberSources({ recording, feedWindows, damageOf }: SdWindow) {
  let sources = none;
  return (drawn: Drawn, recipes: readonly Recipe[]): readonly PlotSource[] => {
    const { group } = drawn;
    const isSame =
      sources.length === recipes.length &&
      sources.every((source, k) => source.group === group && source.recipe === recipes[k]);
    if (isSame) return sources;
    const damage = damageOf(group.modality);
    const rowInputs = rowInputsOf(recording.data_object_id, drawn);
    sources = recipes.map((recipe, k) => ({
      ...{ recording, group, recipe, feedWindow: feedWindows[k], damage, rowInputs, holdsClock: true },
    }));
    return sources;
  };
}

/** One recipe object for as long as rows and filters stay. */
function rememberRecipe(): (drawn: Drawn, config: TraceConfig) => Recipe {
  let made: { of: Drawn; config: TraceConfig; recipe: Recipe } | null = null;
  return (of, config) => {
    if (made === null || made.of !== of || !isSameFilters(made.config, config)) {
      const eeg = filtersOf(config);
      const recipe = recipeOf(of.resolved, of.computed, {
        filters: { eeg, aux: eeg },
        samplingHz: of.group.sampling_hz,
      });
      made = { of, config, recipe };
    }
    return made.recipe;
  };
}

const isSameFilters = (a: TraceConfig, b: TraceConfig): boolean =>
  a.LFF === b.LFF && a.HFF === b.HFF && a.notch === b.notch;

const known = new WeakMap<TraceConfig, Sensitivities>();
/** All rows are EEG; the same object for the same settings. */
function sensitivitiesOf(config: TraceConfig): Sensitivities {
  const found = known.get(config) ?? { ...usualSensitivities, eeg: config.sensitivityMicroVolts };
  known.set(config, found);
  return found;
}

/** Rows change with what is drawn, the sensitivity, the size and the theme, not with the time. */
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
