/** The head of the panel and the labels of its rows (spec 000 section 2, Upload queue panel). */
import { uploadQueueText } from "../../../../protocol/text/upload-queue-text.ts";
import { isLive, type QueueItem } from "../state.ts";

const { panel } = uploadQueueText;
const longestLabel = 20;

/**
 * "2 uploads in progress..." while any is; then how they ended: "1 upload complete, 1 upload failed". Uploads of earlier
 * pages that can be continued come last.
 */
export function headerText(items: readonly Pick<QueueItem, "status">[], interrupted: number): string {
  const live = items.filter(isLive).length;
  if (live > 0) return panel.inProgress(live);
  const count = (status: QueueItem["status"]) => items.filter((item) => item.status === status).length;
  const counts: readonly [number, (n: number) => string][] = [
    [count("Done"), panel.complete],
    [count("Failed"), panel.failed],
    [count("Canceled"), panel.canceled],
    [interrupted, panel.interrupted],
  ];
  return counts
    .filter(([n]) => n > 0)
    .map(([n, write]) => write(n))
    .join(", ");
}

/** "1042 at Northgate M...": patient and site, cut to 20 characters. */
export function labelOf({ patientIdentifier, siteName }: Pick<QueueItem, "patientIdentifier" | "siteName">): string {
  const characters = [...panel.label(patientIdentifier, siteName)];
  const hasMore = characters.length > longestLabel;
  return hasMore ? `${characters.slice(0, longestLabel).join("").trimEnd()}...` : characters.join("");
}
