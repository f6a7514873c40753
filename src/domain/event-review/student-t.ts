/** Quantiles of Student's t for intervals of 95 %. */

/** Of the normal distribution: half of 5 % lie above. */
export const z95 = 1.959963984540054;
/** Above so many degrees of freedom the first terms of the Cornish-Fisher expansion are exact to 1e-9. */
const mostSummed = 1000;

/** The share of Student's t of whole degrees of freedom within -t and t (Abramowitz and Stegun 26.7.3 and 26.7.4). */
function shareWithin(t: number, freedom: number): number {
  const angle = Math.atan(t / Math.sqrt(freedom));
  const [sin, cosSquared] = [Math.sin(angle), Math.cos(angle) ** 2];
  const isOdd = freedom % 2 === 1;
  if (freedom === 1) return (2 * angle) / Math.PI;
  let term = isOdd ? Math.cos(angle) : 1;
  let sum = term;
  for (let k = isOdd ? 3 : 2; k < freedom; k += 2) {
    term *= (cosSquared * (k - 1)) / k;
    sum += term;
  }
  return isOdd ? (2 / Math.PI) * (angle + sin * sum) : sin * sum;
}

/** What 97.5 % of Student's t lie below. @param freedom whole degrees of freedom, 1 at least */
export function t95(freedom: number): number {
  if (freedom > mostSummed) {
    const z = z95;
    return z + (z ** 3 + z) / (4 * freedom) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * freedom ** 2);
  }
  let [low, high] = [1, 13];
  for (let k = 0; k < 60; k++) {
    const middle = (low + high) / 2;
    if (shareWithin(middle, freedom) < 0.95) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
