/** A number with so many decimals and the real minus sign; what rounds to nothing has no sign. */
export function fixedText(value: number, decimals: number): string {
  const size = Math.abs(value).toFixed(decimals);
  return value < 0 && Number(size) !== 0 ? `\u2212${size}` : size;
}
