/** Reads CHANGELOG.md for the release page: headings, list items and paragraphs. Everything else is text. */

export type ChangelogBlock =
  | { kind: "heading"; level: 1 | 2 | 3; text: string }
  | { kind: "paragraph"; text: string }
  | { kind: "list"; items: string[] };

/** Blocks in order. Wrapped lines belong to the item or paragraph before them. */
export function changelogBlocks(markdown: string): ChangelogBlock[] {
  const blocks: ChangelogBlock[] = [];
  let isOpen = false;
  for (const line of markdown.split(/\r?\n/)) {
    const text = line.trim();
    const last = blocks.at(-1);
    const heading = /^(#{1,6})\s+(.*)$/.exec(text);
    const item = /^[-*]\s+(.*)$/.exec(text);
    if (text === "") isOpen = false;
    else if (heading !== null) {
      blocks.push({ kind: "heading", level: Math.min(3, heading[1].length) as 1 | 2 | 3, text: heading[2] });
      isOpen = false;
    } else if (item !== null) {
      if (last?.kind === "list") last.items.push(item[1]);
      else blocks.push({ kind: "list", items: [item[1]] });
      isOpen = true;
    } else if (isOpen && last?.kind === "list") last.items[last.items.length - 1] += ` ${text}`;
    else if (isOpen && last?.kind === "paragraph") last.text += ` ${text}`;
    else {
      blocks.push({ kind: "paragraph", text });
      isOpen = true;
    }
  }
  return blocks;
}

/** Parts of a line: every second one stood between backquotes and is code. */
export const codeParts = (text: string): string[] => text.split("`");
