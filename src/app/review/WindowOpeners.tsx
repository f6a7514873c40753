import { useSnapshot } from "valtio";
import { displayBarText } from "../../protocol/text/display-bar-text.ts";
import { text } from "../../protocol/text/text.ts";
import { IconButton } from "../../ui/buttons/IconButton.tsx";
import { catalogue } from "./windows/catalogue.ts";
import { mostWindows, type ReviewWorkspace } from "./workspace.ts";

/** Opens one more window; says why where no more fit. */
export function WindowOpeners({ workspace }: { workspace: ReviewWorkspace }) {
  const { areas, isFixed } = useSnapshot(workspace.display);
  const isFull = Object.keys(areas).length >= mostWindows;
  return catalogue.map((kind) =>
    kind.opener === undefined ? null : (
      <IconButton
        key={kind.id}
        icon={kind.opener.icon}
        label={isFixed ? displayBarText.fixed : isFull ? text.review.windowsFull(mostWindows) : kind.opener.label}
        tone="nav"
        size="medium"
        onPress={() => {
          if (!isFull && !isFixed) workspace.add(kind);
        }}
      />
    ),
  );
}
