/** The title of a patient's page (spec 000 section 2). */

/** Longest title that is shown whole, and what is left of its parts beyond, in characters. */
const longestTitle = 75;
const longestId = 15;
const longestSite = 40;

/** The text cut to so many characters, the last of them an ellipsis when something is missing. */
function cut(text: string, longest: number): string {
  const characters = [...text];
  return characters.length <= longest ? text : `${characters.slice(0, longest - 1).join("")}…`;
}

/** `write` puts patient and site into words; both are shortened when these get longer than 75 characters. */
export function patientTitle(write: (id: string, site: string) => string, id: string, site: string): string {
  const whole = write(id, site);
  return [...whole].length <= longestTitle ? whole : write(cut(id, longestId), cut(site, longestSite));
}
