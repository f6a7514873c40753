/** How loud each ingredient of the EEG is, second by second. Values are microvolts (root mean square at an electrode). */
import type { Score, Stage } from "./score.ts";

const ingredients = ["pink", "theta", "delta", "beta", "alpha", "slow", "muscle"] as const;
export type Ingredient = (typeof ingredients)[number];
export type Control = Record<Ingredient, Float32Array>;

const levels: Readonly<Record<Stage, readonly number[]>> = {
  //       pink theta delta beta alpha slow muscle
  open: [8.5, 2.4, 2.2, 3.6, 4, 0, 2.4],
  closed: [7.5, 2.2, 1.6, 3, 20, 0, 1.2],
  n1: [8, 7.5, 4, 2.6, 4, 1.5, 0.8],
  n2: [8.5, 6.5, 7, 2, 0.5, 10, 0.4],
  n3: [8.5, 5, 13, 1.3, 0.2, 36, 0.3],
  rem: [7.5, 5.5, 3.2, 2.6, 2, 0, 0.1],
};
/** Seconds in which a level follows the stage: blocking of the alpha rhythm is quick, sleep deepens slowly. */
const followSeconds: Readonly<Record<Ingredient, number>> = {
  pink: 4,
  theta: 6,
  delta: 20,
  beta: 4,
  alpha: 0.7,
  slow: 40,
  muscle: 2,
};
const recoverySeconds = 900;

/** One value a second and one more, so each second runs from its value to the next. */
export function writeControl(score: Score): Control {
  const { seconds, stages } = score;
  const control = Object.fromEntries(ingredients.map((name) => [name, new Float32Array(seconds + 1)])) as Control;
  ingredients.forEach((name, k) => {
    const keep = Math.exp(-1 / followSeconds[name]);
    let level = levels[stages[0]][k];
    for (let s = 0; s <= seconds; s++) {
      level = keep * level + (1 - keep) * levels[stages[Math.min(s, seconds - 1)]][k];
      control[name][s] = level;
    }
  });
  for (const seizure of score.seizures) {
    for (let s = seizure.start; s < seizure.start + seizure.seconds && s <= seconds; s++) scale(control, s, 0.15, 0.55);
    const end = seizure.start + seizure.seconds;
    for (let s = end; s < end + recoverySeconds && s <= seconds; s++) {
      const after = s - end;
      scale(control, s, 1 - Math.exp(-after / 260), 1 - 0.5 * Math.exp(-after / 40));
      control.delta[s] += (seizure.isGeneralised ? 24 : 13) * (1 - Math.exp(-after / 12)) * Math.exp(-after / 170);
    }
  }
  return control;
}

function scale(control: Control, s: number, rhythm: number, rest: number): void {
  control.alpha[s] *= rhythm;
  control.slow[s] *= rhythm;
  control.pink[s] *= rest;
  control.theta[s] *= rest;
  control.beta[s] *= rest;
}
