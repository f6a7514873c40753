/** How a review is laid on paper: as it stands on the screen, made smaller, under a few lines that are not. CSS px. */

/** What a landscape sheet of A4 and one of Letter both have within margins of 10 mm. */
export const sheet = { width: 979, height: 718 } as const;
const line = { height: 18, characters: 150 } as const;
const gap = 12;

/** How much smaller the page is drawn, so that it fits on one sheet under these lines. Never larger than on the screen. */
export function paperZoom(page: { width: number; height: number }, lines: readonly string[]): number {
  const rows = lines.reduce((sum, text) => sum + Math.max(1, Math.ceil(text.length / line.characters)), 0);
  const left = Math.max(sheet.height / 2, sheet.height - rows * line.height - gap);
  return Math.min(1, sheet.width / page.width, left / page.height);
}
