import { useSnapshot } from "valtio";
import { text } from "../../../../protocol/text/text.ts";
import { Banner } from "../../../../ui/notices/Banner.tsx";
import { ArtifactsUnknown } from "../../plot/ArtifactsMenu.tsx";
import { DamageNotice } from "../../plot/DamageNotice.tsx";
import { GraceBanner } from "../../plot/GraceBanner.tsx";
import { WindowNotices } from "../../plot/WindowNotices.tsx";
import { useReadout } from "../../time/use-readout.ts";
import own from "./Trends.module.css";
import { useTrendsWindow } from "./trends-window.ts";
import { words } from "./words.ts";

/** What is said over the rows. What is damaged is a gap in them, like any other: it is named here. */
export function TrendNotices() {
  const { timeline, recording, drawn } = useTrendsWindow();
  const { isExternal } = useSnapshot(drawn);
  const isStopped = useReadout(timeline, (now) => now.isStopped);
  return (
    <WindowNotices>
      <GraceBanner />
      {isStopped ? <Banner tone="danger">{text.timeline.serverAway}</Banner> : null}
      <ArtifactsUnknown />
      <DamageNotice recordings={[recording]} />
      <p className={own.screening}>{isExternal ? words.external.said : words.screening}</p>
    </WindowNotices>
  );
}
