import { useSnapshot } from "valtio";
import { IconButton } from "../../ui/buttons/IconButton.tsx";
import { catalogue } from "./windows/catalogue.ts";
import { whyNoMore } from "./workspace.ts";
import type { Display, ReviewWorkspace } from "./workspace-types.ts";

/** Opens one more window; says why where no more fit. */
export function WindowOpeners({ workspace }: { workspace: ReviewWorkspace }) {
  const why = whyNoMore(useSnapshot(workspace.display) as Display);
  return catalogue.map((kind) =>
    kind.opener === undefined ? null : (
      <IconButton
        key={kind.id}
        icon={kind.opener.icon}
        label={why ?? kind.opener.label}
        tone="nav"
        size="medium"
        onPress={() => {
          if (why === null) workspace.add(kind);
        }}
      />
    ),
  );
}
