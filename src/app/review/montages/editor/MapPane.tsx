import { type ReactNode, useState } from "react";
import { ToggleButton } from "react-aria-components";
import { type Amplifier, amplifierFor, amplifiers } from "../../../../domain/montage/electrode-map.ts";
import { type Picking, withPress } from "../../../../domain/montage/own-montage.ts";
import { type MontageChannel, montageLimits } from "../../../../protocol/montages.ts";
import { montageText } from "../../../../protocol/text/montage-text.ts";
import { Choices } from "../../../../ui/fields/Choices.tsx";
import { WithTooltip } from "../../../../ui/notices/WithTooltip.tsx";
import css from "./Editor.module.css";
import { ElectrodeMap } from "./ElectrodeMap.tsx";
import type { Mapping } from "./use-mapping.ts";

export interface MapPaneProps {
  channels: readonly Readonly<MontageChannel>[];
  picked: string | null;
  mapping: Mapping;
  onPick: (next: Picking) => void;
  preview: () => ReactNode;
}

const words = montageText.editor;

/** The electrode map with its amplifiers and REF; in its place, when it is asked for, the page in the montage as it is now. */
export function MapPane({ channels, picked, mapping, onPick, preview }: MapPaneProps) {
  const [amplifier, setAmplifier] = useState<Amplifier>(() =>
    amplifierFor(channels.flatMap(({ first, second }) => [first, second])),
  );
  const [isRef, setRef] = useState(false);
  const [view, setView] = useState<"map" | "preview">("map");
  const [said, setSaid] = useState<string | null>(null);
  const isFull = channels.length >= montageLimits.channels;
  const hint = isFull
    ? montageText.refused.tooManyChannels
    : picked !== null
      ? words.picked(picked)
      : (said ?? (isRef ? words.startRef : words.start));
  return (
    <div className={css.left}>
      <div className={css.bar}>
        <Choices
          label={words.view}
          choices={[
            { id: "map", name: words.map },
            { id: "preview", name: words.preview },
          ]}
          selected={view}
          onChoose={(id) => setView(id === "preview" ? "preview" : "map")}
        />
        {view === "preview" ? (
          <p>{words.previewHint}</p>
        ) : (
          <>
            <Choices
              label={words.amplifier}
              choices={amplifiers.map((each) => ({ id: String(each), name: words.amplifiers[each] }))}
              selected={String(amplifier)}
              onChoose={(id) => {
                setAmplifier(id === "40" ? 40 : 16);
                onPick({ channels, picked: null });
              }}
            />
            <WithTooltip hint={words.refHint}>
              <ToggleButton className={css.ref} isSelected={isRef} onChange={setRef}>
                {words.ref}
              </ToggleButton>
            </WithTooltip>
            <p role="status" data-full={isFull || undefined}>
              {hint}
            </p>
          </>
        )}
      </div>
      {view === "preview" ? (
        <div className={css.stage}>{preview()}</div>
      ) : (
        <>
          <div className={css.stage}>
            <ElectrodeMap
              amplifier={amplifier}
              channels={channels}
              picked={picked}
              mapping={mapping.found}
              onPress={(input) => {
                const next = withPress({ channels, picked }, input, isRef);
                setSaid(
                  outcome({ channels, picked }, next, { id: input.id, isRef: isRef && input.group === "Internal" }),
                );
                onPick(next);
              }}
            />
          </div>
          {mapping.failure !== null ? (
            <p className={css.caption} role="alert">
              {words.mappingFailed(mapping.failure)}
            </p>
          ) : (
            <p className={css.caption}>{mapping.lacksAny(amplifier) ? words.lacking : null}</p>
          )}
        </>
      )}
    </div>
  );
}

/** What a press came to, where it made a channel or would have made one that is there. */
function outcome(before: Picking, after: Picking, { id, isRef }: { id: string; isRef: boolean }): string | null {
  const [first, second] = isRef ? [id, "REF"] : [before.picked, id];
  if (first === null || first === second) return null;
  const pair = words.pair(first, second);
  return after.channels.length > before.channels.length ? words.added(pair) : words.duplicate(pair);
}
