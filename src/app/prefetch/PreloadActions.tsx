import { useRef } from "react";
import { prefetchText } from "../../protocol/text/prefetch-text.ts";
import { Button } from "../../ui/buttons/Button.tsx";
import { TextButton } from "../../ui/buttons/TextButton.tsx";
import { Banner } from "../../ui/notices/Banner.tsx";
import css from "./Preload.module.css";
import type { Prefetch } from "./use-prefetch.ts";
import { prefetchTrouble } from "./use-prefetch-state.ts";

const { message: words } = prefetchText;

export interface PreloadActionsProps {
  prefetch: Prefetch;
  /** 'Skip Prefetch Data' is offered (spec 001 section 2.3). */
  maySkip: boolean;
  /** Opens the list of what is reserved. */
  onView: () => void;
}

/** Under the checklist: why the preload does not go on, and what can be done about it. Its place is kept when it is empty. */
export function PreloadActions({ prefetch, maySkip, onView }: PreloadActionsProps) {
  const { state, isOver, skip, tryAgain } = prefetch;
  const trouble = prefetchTrouble(state);
  const place = useRef<HTMLDivElement>(null);
  const again = () => {
    place.current?.focus(); // the button goes, the keyboard stays here
    tryAgain();
  };
  return (
    <div ref={place} className={css.actions} tabIndex={-1}>
      <div className={css.trouble}>{trouble === null ? null : <Banner tone="warning">{trouble}</Banner>}</div>
      <div className={css.buttons}>
        {state.stage === "stop" ? (
          <>
            <Button onPress={onView}>{words.view}</Button>
            <Button tone="primary" onPress={again}>
              {words.tryAgain}
            </Button>
          </>
        ) : null}
        {maySkip && !isOver ? <TextButton onPress={skip}>{words.skip}</TextButton> : null}
      </div>
    </div>
  );
}
