import { Minus, Plus } from "lucide-react";
import { type CSSProperties, useState } from "react";
import { useSnapshot } from "valtio";
import { cardMm, pixelsPerMmLimits, rulerMm } from "../../domain/screen-scale.ts";
import { screenText as words } from "../../protocol/text/screen-text.ts";
import { Button } from "../../ui/buttons/Button.tsx";
import { IconButton } from "../../ui/buttons/IconButton.tsx";
import linkCss from "../../ui/buttons/Link.module.css";
import { Dialog } from "../../ui/dialogs/Dialog.tsx";
import { SliderField } from "../../ui/fields/SliderField.tsx";
import css from "./ScreenCalibration.module.css";
import { forgetScreen, isScaleStored, measureScreen, pictureTestPath, screenScale } from "./screen-scale.ts";

/** Of the dialog and what of it is around the card, CSS px. */
const dialogWidth = 1000;
const edges = 88;

/** A day as it is written elsewhere on this screen: of the reader's own calendar. */
const dayOf = (ms: number) => new Date(ms).toLocaleDateString("en-GB", { dateStyle: "long" });

export interface ScreenCalibrationProps {
  onClose: () => void;
  /** Ends it, asking first when something was set. */
  endForm: (isChanged: boolean, close: () => void) => void;
  /** Way back to the dialog this one came from. */
  back?: { label: string; onPress: () => void };
}

/** A rectangle that is made as large as a card held against the screen: from then on millimetres are true. */
export default function ScreenCalibration({ onClose, endForm, back }: ScreenCalibrationProps) {
  const { pixelsPerMm, measuredAt, screen } = useSnapshot(screenScale);
  /** Of the card, in device px, so that every step is seen. */
  const [chosen, setChosen] = useState<number | null>(null);
  const ratio = devicePixelRatio;
  const room = Math.min(dialogWidth, innerWidth) - edges;
  const least = Math.ceil(cardMm.width * pixelsPerMmLimits.least * ratio);
  const most = Math.max(least + 1, Math.floor(Math.min(cardMm.width * pixelsPerMmLimits.most, room) * ratio));
  const width = Math.min(most, Math.max(least, chosen ?? Math.round(cardMm.width * pixelsPerMm * ratio)));
  const perMm = width / ratio / cardMm.width;
  // One that is cut would not be as long as it says.
  const ruler = rulerMm(room, perMm);
  const step = (by: number) => setChosen(Math.min(most, Math.max(least, width + by)));
  return (
    <Dialog
      title={words.title}
      closeLabel={words.close}
      isOpen
      ignoresOutside
      onClose={() => endForm(chosen !== null, onClose)}
      back={back === undefined ? undefined : { ...back, onPress: () => endForm(chosen !== null, back.onPress) }}
      width={dialogWidth}
      footNote={isScaleStored() ? words.kept : words.notKept}
      actions={
        <>
          {measuredAt === null ? null : (
            <Button
              onPress={() => {
                forgetScreen();
                setChosen(null);
              }}
            >
              {words.remove}
            </Button>
          )}
          <Button
            tone="primary"
            isDisabled={chosen === null && measuredAt !== null}
            onPress={() => {
              measureScreen(perMm);
              (back?.onPress ?? onClose)();
            }}
          >
            {words.save}
          </Button>
        </>
      }
    >
      <div className={css.body}>
        <p role="status">
          {measuredAt === null ? words.notMeasured(screen) : words.measured(screen, dayOf(measuredAt))}
        </p>
        <p>{words.explain(ruler)}</p>
        <div className={css.slider}>
          <IconButton icon={Minus} label={words.smaller} size="medium" onPress={() => step(-1)} />
          <SliderField
            label={words.width}
            value={width}
            min={least}
            max={most}
            valueText={words.pixels((width / ratio).toFixed(ratio === 1 ? 0 : 1))}
            onChange={setChosen}
          />
          <IconButton icon={Plus} label={words.larger} size="medium" onPress={() => step(1)} />
        </div>
        <div
          className={css.card}
          data-part="card"
          style={
            {
              width: cardMm.width * perMm,
              height: cardMm.height * perMm,
              "--corner": `${cardMm.corner * perMm}px`,
            } as CSSProperties
          }
        />
        <div className={css.ruler} data-part="ruler" style={{ width: ruler * perMm }}>
          <span>{words.ruler(ruler)}</span>
        </div>
        <a className={linkCss.link} href={pictureTestPath} target="_blank" rel="noreferrer">
          {words.toTest}
        </a>
      </div>
    </Dialog>
  );
}
