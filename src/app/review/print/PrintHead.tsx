import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import type { RecordingSummary } from "../../../protocol/recordings.ts";
import { text } from "../../../protocol/text/text.ts";
import css from "./Print.module.css";
import { paperZoom } from "./paper.ts";

const { review } = text;

/** What a window shows, as it tells those who cannot see it: montage, times, sensitivity and filters. */
const shownIn = (page: Element): string[] =>
  [...page.querySelectorAll<HTMLElement>('[role="img"][tabindex="0"][aria-label]')]
    .filter((plot) => plot.getClientRects().length > 0)
    .map((plot) => plot.getAttribute("aria-label") ?? "");

/** Stands over a printed review, in letters as large as usual: whose it is, and what its windows show. On the screen it is not there. */
export function PrintHead({ recording }: { recording: RecordingSummary }) {
  const { site_name, patient_id, obj_name, timezone } = recording;
  const [shown, setShown] = useState<readonly string[]>([]);
  useEffect(() => {
    const prepare = () => {
      const page = document.querySelector<HTMLElement>("[data-review]");
      if (page === null) return;
      const lines = shownIn(page);
      const { clientWidth: width, clientHeight: height } = page;
      const { style } = page;
      style.setProperty("--paper-width", `${width}px`);
      style.setProperty("--paper-height", `${height}px`);
      style.setProperty("--paper-zoom", String(paperZoom({ width, height }, ["", ...lines])));
      // The browser takes the page as soon as this is over.
      flushSync(() => setShown(lines));
    };
    window.addEventListener("beforeprint", prepare);
    return () => window.removeEventListener("beforeprint", prepare);
  }, []);
  const whose = [
    ...(site_name === "" ? [] : [`${review.site}: ${site_name}`]),
    ...(patient_id === "" ? [] : [`${review.patient}: ${patient_id}`]),
    `${review.file}: ${obj_name}`,
    timezone,
    text.product.investigational,
  ];
  return (
    <section className={css.head} aria-label={review.file}>
      <p className={css.whose}>
        {whose.map((part) => (
          <bdi key={part}>{part}</bdi>
        ))}
      </p>
      {shown.map((line, k) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two windows may show the same
        <p key={k}>{line}</p>
      ))}
    </section>
  );
}
