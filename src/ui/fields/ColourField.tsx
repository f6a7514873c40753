import {
  Button,
  ColorField,
  ColorPicker,
  ColorSwatch,
  ColorSwatchPicker,
  ColorSwatchPickerItem,
  Dialog,
  DialogTrigger,
  Input,
  Label,
  Popover,
} from "react-aria-components";
import css from "./ColourField.module.css";
import field from "./Field.module.css";

export interface ColourFieldProps {
  /** Name of the button and of what it opens; it is not shown. */
  label: string;
  /** "#rrggbb" */
  value: string;
  onChange: (value: string) => void;
  /** Colours to choose from. */
  palette: readonly string[];
  words: { palette: string; hex: string };
}

/** A colour: a palette, and its six digits for whoever wants another one. */
export function ColourField({ label, value, onChange, palette, words }: ColourFieldProps) {
  return (
    <ColorPicker value={value} onChange={(colour) => onChange(colour.toString("hex").toLowerCase())}>
      <DialogTrigger>
        <Button className={css.button} aria-label={`${label}: ${value}`}>
          <ColorSwatch className={css.swatch} />
          <span aria-hidden>{value}</span>
        </Button>
        <Popover className={field.popover} placement="bottom start" offset={4} style={{ width: 232 }}>
          <Dialog aria-label={label} className={css.panel}>
            <ColorSwatchPicker aria-label={words.palette} className={css.palette}>
              {palette.map((colour) => (
                <ColorSwatchPickerItem key={colour} color={colour} className={css.item}>
                  <ColorSwatch className={css.swatch} />
                </ColorSwatchPickerItem>
              ))}
            </ColorSwatchPicker>
            <ColorField className={field.field}>
              <Label className={field.label}>{words.hex}</Label>
              <Input className={field.input} />
            </ColorField>
          </Dialog>
        </Popover>
      </DialogTrigger>
    </ColorPicker>
  );
}
