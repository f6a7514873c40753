import { CircleAlert, ClipboardCheck, LoaderCircle, Maximize2 } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { useSnapshot } from "valtio";
import { reviewOverseer } from "../../../../protocol/annotation-reviews.ts";
import { text } from "../../../../protocol/text/text.ts";
import { Button } from "../../../../ui/buttons/Button.tsx";
import { fetched } from "../../../../ui/fetched.tsx";
import { Banner } from "../../../../ui/notices/Banner.tsx";
import { Face } from "../../../../ui/notices/Face.tsx";
import { useHolds } from "../../../session/index.ts";
import { useOpenLoad } from "../../annotations/load-annotations.ts";
import { useConfigure } from "../../configure/use-configure.ts";
import { WindowFrame } from "../../plot/WindowFrame.tsx";
import { useWindowActions } from "../../shortcuts/window-actions.ts";
import type { WindowBodyProps } from "../kind.ts";
import { eventReviewActions } from "./actions.ts";
import css from "./EventReview.module.css";
import { EventTable } from "./EventTable.tsx";
import { type EventReviewWindow, isReady } from "./event-window.ts";
import { eventReview } from "./kind.ts";
import { usePatternKeys } from "./pattern-keys.ts";
import { ReviewForm } from "./ReviewForm.tsx";
import { Summary } from "./Summary.tsx";
import { Toolbar } from "./Toolbar.tsx";
import { EventReviewContext, useEventReview, useReviewNow } from "./use-review.ts";
import { words } from "./words.ts";

const ConfigureEventReview = fetched(
  async () => (await import("./ConfigureEventReview.tsx")).ConfigureEventReview,
  text.failed.notFetched,
);

const Agreement = fetched(
  async () => (await import("./Agreement.tsx")).Agreement,
  text.failed.notFetched,
  <Face icon={LoaderCircle} title={words.agreement.loading} role="status" />,
);

/** An event review window in its tile (spec 2.18): toolbar, summary, list, form. */
export function EventReview({ window, isActive, saving, onClose }: WindowBodyProps<EventReviewWindow>) {
  const body = useRef<HTMLDivElement>(null);
  const isOffered = useHolds(reviewOverseer);
  const [isWanted, show] = useState(false);
  const isShown = isOffered && isWanted;
  const configure = useConfigure(saving);
  const actions = useMemo(() => eventReviewActions(window), [window]);
  useWindowActions(isActive, {
    title: words.title,
    timeline: window.timeline,
    actions: { ...actions, edit_window_settings: configure.open },
    showsNoTime: true,
  });
  return (
    <EventReviewContext value={window}>
      <WindowFrame
        title={words.title}
        bar={<Toolbar agreement={{ isOffered, isShown, show }} />}
        onSettings={configure.open}
        onClose={onClose}
      >
        <Sized ref={body} isAgreement={isShown} />
        {configure.isOpen ? <ConfigureEventReview window={window} saving={saving} onClose={configure.close} /> : null}
      </WindowFrame>
    </EventReviewContext>
  );
}

/** The bar of a window, CSS px: the least height is that of the whole window. */
const barPx = 34;
const { width: leastWidth, height: leastHeight } = eventReview.minSize;

/** What the window shows, if it is large enough for that. */
function Sized({ ref: body, isAgreement }: { ref: React.RefObject<HTMLDivElement | null>; isAgreement: boolean }) {
  const [isSmall, setSmall] = useState(false);
  useEffect(() => {
    const element = body.current;
    if (element === null) return;
    const measure = () => setSmall(element.clientWidth < leastWidth || element.clientHeight + barPx < leastHeight);
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    measure();
    return () => sizes.disconnect();
  }, [body]);
  const onKeyDown = usePatternKeys();
  const hasForm = !isSmall && !isAgreement;
  return (
    <div ref={body} className={css.body} tabIndex={-1} {...(hasForm ? { onKeyDown } : {})}>
      {isSmall ? (
        <Face icon={Maximize2} title={words.messages.small} role="status">
          <p>{words.messages.least(leastWidth, leastHeight)}</p>
        </Face>
      ) : (
        <Content isAgreement={isAgreement} />
      )}
    </div>
  );
}

function Content({ isAgreement }: { isAgreement: boolean }) {
  const { reviews, annotations, props } = useEventReview();
  const { phase, problem } = useSnapshot(reviews.book.state);
  const { isRead } = useSnapshot(reviews.drafts.state);
  const store = useSnapshot(annotations.state);
  const { isListShown } = useSnapshot(props);
  const { events, all } = useReviewNow();
  const openLoad = useOpenLoad();
  if (phase === "failed")
    return (
      <Face icon={CircleAlert} title={words.messages.failed} role="alert">
        <p className={css.said}>{problem}</p>
        <Button onPress={() => void reviews.book.catchUp()}>{text.failed.tryAgain}</Button>
      </Face>
    );
  if (store.phase === "failed" && events.length === 0)
    return (
      <Face icon={CircleAlert} title={words.messages.failed} role="alert">
        <p className={css.said}>{store.problem}</p>
        <Button onPress={() => annotations.tryAgain()}>{text.failed.tryAgain}</Button>
      </Face>
    );
  if (phase === "loading" || !isRead || (events.length === 0 && !isReady(reviews, annotations)))
    return <Face icon={LoaderCircle} title={words.messages.loading} role="status" />;
  if (events.length === 0)
    return (
      <Face icon={ClipboardCheck} title={words.messages.none}>
        {all > 0 ? <p className={css.said}>{words.messages.filtered}</p> : null}
        {all > 0 ? null : <Button onPress={openLoad}>{words.messages.load}</Button>}
      </Face>
    );
  return (
    <>
      {problem === null ? null : (
        <Banner tone="warning">
          {words.messages.stale} {problem}
        </Banner>
      )}
      {isAgreement ? (
        <Agreement />
      ) : (
        <div className={css.panes} data-list={isListShown || undefined}>
          <Summary />
          {isListShown ? <EventTable /> : null}
          <ReviewForm />
        </div>
      )}
    </>
  );
}
