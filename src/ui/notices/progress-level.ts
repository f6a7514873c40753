/** Over 80 % green, under 25 % red, else amber; always with words (spec 000 section 4). */
export const progressLevel = (fraction: number): "high" | "middle" | "low" =>
  fraction > 0.8 ? "high" : fraction < 0.25 ? "low" : "middle";
