import { serverText } from "../../../protocol/text/server-text.ts";
import { Banner } from "../../../ui/notices/Banner.tsx";
import { useStatus } from "./use-status.ts";

const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });

/** While the server's database is away: until when what was opened goes on being shown. */
export function GraceBanner() {
  const { graceUntil } = useStatus();
  if (graceUntil === null) return null;
  return <Banner tone="warning">{serverText.grace(clock.format(graceUntil))}</Banner>;
}
