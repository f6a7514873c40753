import { Slider, SliderThumb, SliderTrack } from "react-aria-components";
import css from "./SliderField.module.css";

export interface SliderFieldProps {
  /** Accessible name; it is not shown. */
  label: string;
  value: number;
  min: number;
  max: number;
  /** The value as it is read out. */
  valueText: string;
  onChange: (value: number) => void;
}

/** A whole number on a track; the arrow keys move it by one. */
export function SliderField({ label, value, min, max, valueText, onChange }: SliderFieldProps) {
  return (
    <Slider className={css.slider} aria-label={label} value={value} minValue={min} maxValue={max} onChange={onChange}>
      <SliderTrack className={css.track}>
        <SliderThumb className={css.thumb} aria-label={label} />
      </SliderTrack>
      <span className={css.value}>{valueText}</span>
    </Slider>
  );
}
