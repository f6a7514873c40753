import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { CircleAlert, CircleCheck } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useSnapshot } from "valtio";
import { createFeed } from "../../../feed/index.ts";
import type { Feed } from "../../../feed/types.ts";
import { calibrationRecordingId, type RecordingDetail } from "../../../protocol/recordings.ts";
import { getRecording } from "../../../protocol/routes.ts";
import { screenText } from "../../../protocol/text/screen-text.ts";
import { Button } from "../../../ui/buttons/Button.tsx";
import { screenScale } from "../../screen/index.ts";
import { call, reasonOf, sessionToken, workspaceId } from "../../session/index.ts";
import { useTitle } from "../../shell/index.ts";
import css from "./PictureTest.module.css";
import { type PictureCheck, type PictureResult, pictureChecks, testPicture } from "./picture-test.ts";

const words = screenText.test;

/** Draws a known signal of the server through the whole chain, and says whether the pictures are right to the pixel. */
export function PictureTestPage() {
  useTitle(words.title);
  const [round, setRound] = useState(0);
  const { data: recording, error } = useQuery({
    queryKey: ["calibration", round],
    queryFn: ({ signal }) => call(getRecording, { data_object_id: calibrationRecordingId }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return (
    <article className={css.page} aria-label={words.title}>
      <h1>{words.title}</h1>
      <p>{words.explain}</p>
      <div>
        <Button onPress={() => setRound(round + 1)}>{words.again}</Button>
      </div>
      {error === null ? null : <p role="alert">{reasonOf(error)}</p>}
      {recording === undefined ? null : <Pictures key={round} recording={recording} />}
    </article>
  );
}

/** The pictures of one round, over a feed of their own. */
function Pictures({ recording }: { recording: RecordingDetail }) {
  const [feed, setFeed] = useState<Feed | null>(null);
  useEffect(() => {
    const made = createFeed({ token: sessionToken(), workspaceId: workspaceId() });
    setFeed(made);
    return () => {
      setFeed(null);
      made[Symbol.dispose]();
    };
  }, []);
  return pictureChecks.map((check) => <Picture key={check.id} check={check} feed={feed} recording={recording} />);
}

type State = PictureResult | { readonly failure: string } | null;

function Picture({ check, feed, recording }: { check: PictureCheck; feed: Feed | null; recording: RecordingDetail }) {
  const host = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<State>(null);
  const [turn, setTurn] = useState(0);
  const { backend: wanted } = useSearch({ strict: false });
  // Pictures are drawn to the scale of the screen: another scale, another picture.
  const { pixelsPerMm } = useSnapshot(screenScale);
  useEffect(() => {
    void turn;
    if (feed === null || host.current === null || !(pixelsPerMm > 0)) return;
    const ending = new AbortController();
    const onOther = () => setTurn((before) => before + 1);
    const world = { host: host.current, feed, recording, wanted, signal: ending.signal, onOther };
    testPicture(check, world).then(
      (result) => setState(result),
      (error: unknown) => {
        if (!ending.signal.aborted) setState({ failure: error instanceof Error ? error.message : String(error) });
      },
    );
    return () => {
      setState(null);
      ending.abort();
    };
  }, [check, feed, recording, wanted, pixelsPerMm, turn]);
  return (
    <figure className={css.picture}>
      <figcaption>
        <h2>{words.checks[check.id]}</h2>
        <Verdict state={state} />
      </figcaption>
      <div ref={host} className={css.plot} />
    </figure>
  );
}

function Verdict({ state }: { state: State }) {
  if (state === null) return <p role="status">{words.running}</p>;
  if ("failure" in state)
    return (
      <p role="status" className={css.wrong}>
        <CircleAlert size={16} aria-hidden />
        {words.failed(state.failure)}
      </p>
    );
  const { isRight, isPixelExact, difference, size, backend } = state;
  const facts = words.facts(size.width, size.height, difference.most, words.backends[backend]);
  return (
    <p role="status" className={isRight ? css.right : css.wrong}>
      {isRight ? <CircleCheck size={16} aria-hidden /> : <CircleAlert size={16} aria-hidden />}
      <span>
        {isRight ? words.right : isPixelExact ? words.wrong(difference.at.x, difference.at.y) : words.scaled} {facts}
      </span>
    </p>
  );
}
