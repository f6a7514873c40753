/** What a file or a device calls its signals, as it is kept: it is shown in many places, and beside other words. */
import { withUnseenShown } from "../../domain/unseen.ts";
import type { SourceHead } from "./types.ts";

/** The same head; characters of its names that are not seen, or turn what stands around them, are named. */
export function shownHead(head: SourceHead): SourceHead {
  const groups = head.groups.map((group) => ({
    ...group,
    modality: withUnseenShown(group.modality),
    channels: group.channels.map((channel) => ({
      ...channel,
      label: withUnseenShown(channel.label),
      unit: withUnseenShown(channel.unit),
      prefilter: withUnseenShown(channel.prefilter),
      transducer: withUnseenShown(channel.transducer),
    })),
  }));
  return { ...head, groups };
}
