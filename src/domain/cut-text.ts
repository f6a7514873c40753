/** The first `most` UTF-16 units of a text; one fewer where these would end with half a character, which is shown, and written to files, as another. */
export const cutText = (text: string, most: number): string => text.slice(0, most).replace(/[\ud800-\udbff]$/, "");
