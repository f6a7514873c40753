// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from "vitest";
import type { RecordingDetail } from "../../../protocol/recordings.ts";
import { shortcutText as words } from "../../../protocol/text/shortcut-text.ts";
import { all, type Drawn, draw, key, one, press } from "../../../ui/test-render.tsx";
import { session } from "../../session/state.ts";
import { shownDialogs } from "../../shell/dialogs.ts";
import { ShortcutsDialog } from "./ShortcutsDialog.tsx";

let drawn: Drawn | undefined;
afterEach(async () => {
  await drawn?.remove();
  drawn = undefined;
});

const recording = { start_ms: 0, end_ms: 3_600_000, is_start_known: true, timezone: "UTC" } as RecordingDetail;

for (const [mayAnnotate, said, other] of [
  [true, words.emptyHint, words.emptyView],
  [false, words.emptyView, words.emptyHint],
] as const)
  it(`speaks of marking to who may (${mayAnnotate})`, async () => {
    session.permissions = { create_annotations: mayAnnotate } as typeof session.permissions;
    drawn = await draw(<ShortcutsDialog recording={recording} visible={null} onClose={() => {}} />);
    await press(one("tab", "Annotations"));
    expect(document.body.textContent).toContain(said);
    expect(document.body.textContent).not.toContain(other);
  });

it("asks before Cancel discards what is not saved, as Esc and the cross do", async () => {
  const onClose = vi.fn();
  drawn = await draw(<ShortcutsDialog recording={recording} visible={null} onClose={onClose} />);
  await press(one("button", words.cancel));
  expect(onClose).toHaveBeenCalledOnce();
  const [chip] = all("button", /^Secondary key of/);
  await press(chip);
  await key(chip, "q");
  await press(one("button", words.cancel));
  expect(onClose).toHaveBeenCalledOnce();
  expect(shownDialogs.list).toHaveLength(1);
  shownDialogs.list = [];
});
