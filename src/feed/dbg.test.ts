import { it } from "vitest";
import { openEngine } from "../signal/node.ts";
import { lookAt, openTestWorld, testRecording, testRecipe } from "./test-world.ts";
it("dbg", async () => {
  const day = testRecording();
  const world = openTestWorld(day, { engine: openEngine() });
  const w = world.client.openWindow();
  for (const s of [0, 1e6, 5e6, 9e6, 12e6, 2e6]) { w.look(lookAt(day, s, 7680)); world.clock.run(60); }
  for (const l of [0.1, 0.5, null, 3, 0.1]) { w.look(lookAt(day, 2e6, 7680, { recipe: { ...testRecipe, filters: { lff: l, hff: 30, notch: 60 } } })); world.clock.run(16); }
  world.clock.run(3000);
  console.log(JSON.stringify(w.status), (w as any).hasSettled, w.isComplete());
  const desk = [...(world.room as any).desks.values()][0];
  console.log(desk.pace, desk.isPrefetchDue, desk.wantedPages().map((p: any) => [p.index, p.tier, (world.room as any).loader.has((p.order.series.recordingKey + "/eeg/" + p.index))]), desk.left, (world.room as any).loader.queue);
});
