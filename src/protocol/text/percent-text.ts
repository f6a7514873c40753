/** A share of 0 to 1 in percent, with one decimal: 0.0 % is none of it and 100.0 % all, and nothing beside them. */
export function percentText(share: number): string {
  if (share > 0 && share < 0.0005) return "<0.1 %";
  if (share < 1 && share >= 0.9995) return ">99.9 %";
  return `${(100 * share).toFixed(1)} %`;
}
