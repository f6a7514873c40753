import { type CSSProperties, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { type Amplifier, electrodeMap, lacksInput, type MapInput } from "../../../../domain/montage/electrode-map.ts";
import { pairOf } from "../../../../domain/montage/own-montage.ts";
import type { MontageChannel } from "../../../../protocol/montages.ts";
import { montageText } from "../../../../protocol/text/montage-text.ts";
import css from "./ElectrodeMap.module.css";
import { isArrow, nextInput } from "./near-input.ts";

export interface ElectrodeMapProps {
  amplifier: Amplifier;
  channels: readonly Readonly<MontageChannel>[];
  picked: string | null;
  /** Input -> what the recording calls it; null: it is not known. */
  mapping: Readonly<Record<string, string>> | null;
  onPress: (input: MapInput) => void;
}

const words = montageText.editor;
/** Radius of the head in the drawing, of half of its width. */
const headShare = 0.92;
/** As long as the style sheet fades. */
const fadeMs = 350;
const percent = (at: number) => `${50 + at * headShare * 50}%`;

/** The head from above with the inputs of an amplifier; another amplifier's fades in while the first fades out. */
export function ElectrodeMap(props: ElectrodeMapProps) {
  const [shown, setShown] = useState<{ now: Amplifier; before: Amplifier | null }>({
    now: props.amplifier,
    before: null,
  });
  if (shown.now !== props.amplifier) setShown({ now: props.amplifier, before: shown.now });
  // By time: a page that draws nothing meanwhile has no end of an animation.
  useEffect(() => {
    if (shown.before === null) return;
    const timer = setTimeout(() => setShown(({ now }) => ({ now, before: null })), fadeMs);
    return () => clearTimeout(timer);
  }, [shown]);
  return (
    <div className={css.maps}>
      {shown.before === null ? null : (
        <div key={shown.before} className={css.layer} data-leaves="" inert aria-hidden>
          <Layer {...props} amplifier={shown.before} />
        </div>
      )}
      <div key={shown.now} className={css.layer} data-enters={shown.before === null ? undefined : ""}>
        <Layer {...props} />
      </div>
    </div>
  );
}

/** One amplifier's inputs: one tab stop, arrows go from one to the next. */
function Layer({ amplifier, channels, picked, mapping, onPress }: ElectrodeMapProps) {
  const inputs = electrodeMap(amplifier);
  const [stop, setStop] = useState("Cz");
  const box = useRef<HTMLFieldSetElement>(null);
  const used = new Set(channels.flatMap(({ first, second }) => [first, second]));
  const place = new Map(inputs.map((input) => [input.id, input]));
  const reached = place.has(stop) ? stop : "Cz";
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isArrow(event.key)) return;
    event.preventDefault();
    const next = nextInput(inputs, reached, event.key);
    setStop(next);
    box.current?.querySelector<HTMLElement>(`[data-input="${CSS.escape(next)}"]`)?.focus();
  };
  const button = (input: MapInput, style?: CSSProperties) => {
    const { id, overflow } = input;
    const label = mapping?.[id];
    const isLacking = mapping !== null && lacksInput(mapping, id);
    const about = label !== undefined ? words.has(id, label) : isLacking ? words.lacks(id) : id;
    const isOther = label !== undefined && label.toLowerCase() !== id.toLowerCase();
    return (
      <span key={id} className={css.input} style={style} data-group={input.group}>
        <button
          type="button"
          className={css.button}
          data-input={id}
          data-wide={overflow || input.group === "External" || undefined}
          data-used={used.has(id) || undefined}
          data-lacking={isLacking || undefined}
          aria-pressed={picked === id}
          aria-label={about}
          title={about}
          tabIndex={id === reached ? 0 : -1}
          onFocus={() => setStop(id)}
          onClick={() => onPress(input)}
        >
          {id}
        </button>
        {isOther ? (
          <span className={css.label} aria-hidden>
            {label}
          </span>
        ) : null}
      </span>
    );
  };
  const rows = [0, 1].map((row) => inputs.filter(({ group, y }) => group === "External" && y === row));
  return (
    <fieldset ref={box} className={css.map} aria-label={words.map} onKeyDown={onKeyDown}>
      <div className={css.headRoom}>
        <div className={css.head}>
          <svg viewBox="-50 -50 100 100" aria-hidden="true">
            <Head />
            {channels.map((channel) => {
              const [a, b] = [place.get(channel.first), place.get(channel.second)];
              if (a?.group !== "Internal" || b?.group !== "Internal") return null;
              const [x1, y1, x2, y2] = [a.x, a.y, b.x, b.y].map((at) => at * headShare * 50);
              return <line key={pairOf(channel)} className={css.channel} {...{ x1, y1, x2, y2 }} />;
            })}
          </svg>
          {inputs
            .filter(({ group }) => group === "Internal")
            .map((input) => button(input, { left: percent(input.x), top: percent(input.y) }))}
        </div>
      </div>
      {rows.map((row) =>
        row.length === 0 ? null : (
          <div key={row[0].id} className={css.row}>
            {row.map((input) => button(input))}
          </div>
        ),
      )}
    </fieldset>
  );
}

/** Nose, ears, edge and the two lines over the vertex; the ring through Fz, C3 and C4 is at half of the outer electrodes'. */
function Head() {
  const edge = headShare * 50;
  return (
    <g className={css.outline}>
      <path d={`M -5 ${-edge + 0.4} L 0 ${-edge - 3.6} L 5 ${-edge + 0.4}`} />
      <path d={`M ${-edge + 0.3} -6 q -2.6 6 0 12 M ${edge - 0.3} -6 q 2.6 6 0 12`} />
      <circle r={edge} className={css.edge} />
      <g className={css.guide}>
        <circle r={0.4 * edge} />
        <circle r={0.8 * edge} />
        <path d={`M 0 ${-edge} V ${edge} M ${-edge} 0 H ${edge}`} />
      </g>
    </g>
  );
}
