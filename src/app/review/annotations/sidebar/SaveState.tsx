import { CircleAlert, CloudOff, LoaderCircle } from "lucide-react";
import { useSnapshot } from "valtio";
import { annotationSessionText } from "../../../../protocol/text/annotation-session-text.ts";
import { annotationText } from "../../../../protocol/text/annotation-text.ts";
import { Button } from "../../../../ui/buttons/Button.tsx";
import { isDoubtful } from "../session-list.ts";
import type { AnnotationStore } from "../types.ts";
import css from "./Sidebar.module.css";

const words = annotationSessionText.saving;
/** Refusals that are told one by one. */
const mostTold = 3;

/** What is not saved yet, what waits for the server, and what the server refused, until somebody has read it. */
export function SaveState({ store }: { store: AnnotationStore }) {
  const { unsent, isWaiting, waitingFor, refused } = useSnapshot(store.state);
  /** What stands nowhere but here. */
  const lost = refused.filter(({ mine, hasTheirs }) => mine !== null && !hasTheirs);
  return (
    <>
      <div role="status" className={css.saving} data-shown={unsent > 0 || undefined}>
        {unsent === 0 ? null : isWaiting ? (
          <>
            <CloudOff size={15} aria-hidden />
            <span>{words.waiting(unsent, waitingFor)}</span>
            <Button size="small" onPress={() => store.tryAgain()}>
              {annotationSessionText.tryAgain}
            </Button>
          </>
        ) : (
          <>
            <LoaderCircle size={15} aria-hidden />
            <span>{words.now}</span>
          </>
        )}
      </div>
      <Doubtful store={store} />
      {refused.length === 0 ? null : (
        <ul className={css.refusals} role="alert">
          {refused.slice(0, mostTold).map(({ number, ref, act, sentence, mine, hasTheirs }) => (
            <li key={number}>
              <CircleAlert size={15} aria-hidden />
              <div>
                <p>
                  {words.refused(act, mine?.annotation_text ?? store.table.get(ref)?.annotation_text ?? "")} {sentence}
                </p>
                <div className={css.buttons}>
                  {hasTheirs ? (
                    <>
                      <Button size="small" onPress={() => store.dismiss(number, true)}>
                        {words.keepMine}
                      </Button>
                      <Button size="small" onPress={() => store.dismiss(number, false)}>
                        {words.takeTheirs}
                      </Button>
                    </>
                  ) : (
                    <>
                      {mine === null ? null : (
                        <Button size="small" onPress={() => store.dismiss(number, true)}>
                          {words.makeAnew}
                        </Button>
                      )}
                      <Button size="small" onPress={() => store.dismiss(number, false)}>
                        {annotationSessionText.dismiss}
                      </Button>
                    </>
                  )}
                </div>
              </div>
            </li>
          ))}
          {refused.length > mostTold ? <li>{words.more(refused.length - mostTold)}</li> : null}
          {lost.length > 1 ? (
            <li>
              <Button
                size="small"
                onPress={() => {
                  for (const { number } of lost) store.dismiss(number, true);
                }}
              >
                {words.makeAllAnew(lost.length)}
              </Button>
            </li>
          ) : null}
        </ul>
      )}
    </>
  );
}

/** That the annotations of people are not known: none of them are on the page. */
export function NotLoaded({ store }: { store: AnnotationStore }) {
  const { problem } = useSnapshot(store.state);
  return (
    <div role="status" className={css.saving} data-shown>
      <CircleAlert size={15} aria-hidden />
      <span>{annotationText.notLoaded(problem ?? "")}</span>
      <Button size="small" onPress={() => store.tryAgain()}>
        {annotationSessionText.tryAgain}
      </Button>
    </div>
  );
}

/** Sessions of which what is shown may be out of date, or is not all that there is. */
function Doubtful({ store }: { store: AnnotationStore }) {
  const { sessions } = useSnapshot(store.state);
  const doubtful = sessions.filter(isDoubtful);
  return (
    <div role="status" className={css.saving} data-shown={doubtful.length > 0 || undefined}>
      {doubtful.length === 0 ? null : (
        <>
          <CircleAlert size={15} aria-hidden />
          <span>
            {doubtful
              .map(({ name, isStale, problem }) => words[isStale ? "stale" : "incomplete"](name, problem).trim())
              .join(" ")}
          </span>
          <Button size="small" onPress={() => store.tryAgain()}>
            {annotationSessionText.tryAgain}
          </Button>
        </>
      )}
    </div>
  );
}
