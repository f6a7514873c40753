/** How wide the tag of an annotation is, without asking the page for its layout. */

/** As in Plot.module.css. */
const font = (family: string) => `560 11px ${family}`;
const paddingPx = 10;
/** Lines are laid out in parts of a pixel, and rounded. */
const sparePx = 1;
const mostKept = 500;

/** CSS px of a tag in `layer` that says so much; 0 where nothing can be measured. */
export function createTagMeter(layer: HTMLElement): (title: string) => number {
  const context = document.createElement("canvas").getContext("2d");
  const widths = new Map<string, number>();
  let said: string | null = null;
  const prepare = (): string => {
    const needed = font(getComputedStyle(layer).fontFamily);
    // Until it has come another one is measured.
    void document.fonts.load(needed).then(() => widths.clear());
    return needed;
  };
  return (title) => {
    const known = widths.get(title);
    if (known !== undefined || context === null) return known ?? 0;
    said ??= prepare();
    // Each time: a canvas that lost its graphics has forgotten it.
    context.font = said;
    if (widths.size >= mostKept) widths.clear();
    const width = Math.ceil(context.measureText(title).width) + paddingPx + sparePx;
    widths.set(title, width);
    return width;
  };
}
