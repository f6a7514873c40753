/** The display on the screen as documents and links keep it. */
import { gridTemplate, layoutTemplate } from "../../../domain/layout.ts";
import type { DisplayForm } from "../../../protocol/displays.ts";
import { areasIn, isTree } from "../workspace.ts";
import type { ReviewWorkspace } from "../workspace-types.ts";

/** With what is set in its windows at this moment; null: there is none on the screen. */
export function displayNow({ display: { tree }, snapshot }: ReviewWorkspace, name: string): DisplayForm | null {
  if (tree === null) return null;
  const { areas } = snapshot();
  return {
    name,
    cssGridTemplate: isTree(tree) ? layoutTemplate(tree) : gridTemplate(tree),
    areas: areasIn({ tree }).map((area) => ({ area, ...areas[area] })),
  };
}
