/** The first so many characters of what is typed: a field's own limit counts halves of wide ones. */
export const cutTo = (value: string, most: number): string => [...value].slice(0, most).join("");
