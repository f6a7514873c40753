import { ChevronDown, ChevronUp, X } from "lucide-react";
import { type RefObject, useEffect, useRef } from "react";
import { useSnapshot } from "valtio";
import { uploadQueueText } from "../../../../protocol/text/upload-queue-text.ts";
import { IconButton } from "../../../../ui/buttons/IconButton.tsx";
import { closePanel } from "../run.ts";
import { isLive, queue } from "../state.ts";
import { headerText } from "./header-text.ts";
import { InterruptedRow } from "./InterruptedRow.tsx";
import css from "./Queue.module.css";
import { QueueRow } from "./QueueRow.tsx";

const { panel } = uploadQueueText;

/** Bottom right of every page while there are uploads (spec 000 section 2). */
export function QueuePanel() {
  const { items, interrupted, isMinimised } = useSnapshot(queue);
  const place = useRef<HTMLElement>(null);
  useRoomBelow(place);
  const canClose = !items.some(isLive);
  return (
    <section ref={place} className={css.panel} aria-label={panel.region}>
      <div className={css.head}>
        <h2 className={css.title}>
          <span role="status">{headerText(items, interrupted.length)}</span>
        </h2>
        <IconButton
          icon={isMinimised ? ChevronUp : ChevronDown}
          label={isMinimised ? panel.restore : panel.minimise}
          onPress={() => {
            queue.isMinimised = !isMinimised;
          }}
        />
        <IconButton
          icon={X}
          label={canClose ? panel.close : panel.closeHint}
          isDisabled={!canClose}
          onPress={closePanel}
        />
      </div>
      {isMinimised ? null : (
        <ul className={css.list} aria-label={panel.list}>
          {items.map(({ id }) => (
            <QueueRow key={id} id={id} />
          ))}
          {interrupted.map(({ key }) => (
            <InterruptedRow key={key} id={key} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** Toasts stack above the panel, and pages can be scrolled until nothing is behind it. */
function useRoomBelow(place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const { style } = document.documentElement;
    const watch = new ResizeObserver(() => style.setProperty("--uploads-height", `${element.offsetHeight + 8}px`));
    watch.observe(element);
    return () => {
      watch.disconnect();
      style.removeProperty("--uploads-height");
    };
  }, [place]);
}
