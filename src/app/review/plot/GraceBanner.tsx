import { viewerTime } from "../../../domain/time/clock.ts";
import { serverText } from "../../../protocol/text/server-text.ts";
import { Banner } from "../../../ui/notices/Banner.tsx";
import { useHours } from "../clock-setting.ts";
import { useStatus } from "./use-status.ts";

/** While the server's database is away: until when what was opened goes on being shown. */
export function GraceBanner() {
  const { graceUntil } = useStatus();
  const hours = useHours();
  if (graceUntil === null) return null;
  return <Banner tone="warning">{serverText.grace(viewerTime(graceUntil, hours))}</Banner>;
}
