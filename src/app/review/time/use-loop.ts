import { useSnapshot } from "valtio";
import type { Span } from "../../../domain/time/view-span.ts";
import type { Timeline } from "./timeline.ts";

/** The span that the windows of its group run round; null: none. */
export function useLoop(timeline: Timeline): Span | null {
  const { link } = useSnapshot(timeline);
  return useSnapshot(link.state as Timeline["link"]["state"]).loop;
}
