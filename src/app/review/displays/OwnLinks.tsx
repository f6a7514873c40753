import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { viewerMoment } from "../../../domain/time/clock.ts";
import { getOwnLinks, type OwnLink, withdrawLinks } from "../../../protocol/shared-views.ts";
import { sharedViewText } from "../../../protocol/text/shared-view-text.ts";
import { Button } from "../../../ui/buttons/Button.tsx";
import { call, reasonOf, reasonOnce } from "../../session/index.ts";
import { useHours } from "../clock-setting.ts";
import css from "./Displays.module.css";

const { own } = sharedViewText;
const day = (ms: number) => new Date(ms).toLocaleDateString("en-US", { dateStyle: "long" });

export interface OwnLinksProps {
  recordingId: number;
}

/** The links to this recording that the reader made, and a way to take them back; fetched when they are wanted. */
export function OwnLinks({ recordingId }: OwnLinksProps) {
  const [isShown, setShown] = useState(false);
  const [said, setSaid] = useState("");
  /** What is asked about: a link, or all of them. */
  const [asked, setAsked] = useState<number | "all" | null>(null);
  const [isBusy, setBusy] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ["own-links", recordingId],
    queryFn: ({ signal }) => call(getOwnLinks, { data_object_id: recordingId }, signal),
    enabled: isShown,
    staleTime: 0,
    gcTime: 0,
  });
  if (!isShown)
    return (
      <Button size="small" tone="quiet" onPress={() => setShown(true)}>
        {own.show}
      </Button>
    );
  const withdraw = async (ids: number[]) => {
    setBusy(true);
    try {
      await call(withdrawLinks, { data_object_id: recordingId, ids });
      await refetch();
      setSaid(own.withdrawn(ids.length));
    } catch (failure) {
      setSaid(own.notWithdrawn(reasonOnce(failure)));
    }
    heading.current?.focus(); // what had the focus goes
    setAsked(null);
    setBusy(false);
  };
  const keep = () => {
    heading.current?.focus();
    setAsked(null);
  };
  const links = data?.links ?? [];
  const ask = (about: string, ids: number[]) => (
    <Asked about={about} isBusy={isBusy} onWithdraw={() => void withdraw(ids)} onKeep={keep} />
  );
  return (
    <section className={css.ownLinks} aria-label={own.title}>
      <h4 className={css.section} ref={heading} tabIndex={-1}>
        {own.title}
      </h4>
      <p role="status" hidden={said === ""}>
        {said}
      </p>
      {error !== null ? (
        <>
          <p role="alert" className={css.linkFailed}>
            {own.failed(reasonOf(error))}
          </p>
          <Button size="small" onPress={() => void refetch()}>
            {sharedViewText.tryAgain}
          </Button>
        </>
      ) : data === undefined ? (
        <p role="status">{own.wait}</p>
      ) : links.length === 0 ? (
        <p>{own.none}</p>
      ) : (
        <>
          <ul className={css.ownLinkList}>
            {links.map((link) => (
              <li key={link.id}>
                <LinkLine link={link} onAsk={() => setAsked(link.id)} isAsked={asked === link.id} />
                {asked === link.id ? ask(own.ask, [link.id]) : null}
              </li>
            ))}
          </ul>
          {links.length < 2 ? null : asked === "all" ? (
            ask(
              own.askAll(links.length),
              links.map(({ id }) => id),
            )
          ) : (
            <Button size="small" onPress={() => setAsked("all")}>
              {own.withdrawAll}
            </Button>
          )}
        </>
      )}
    </section>
  );
}

function LinkLine({ link, onAsk, isAsked }: { link: OwnLink; onAsk: () => void; isAsked: boolean }) {
  const at = viewerMoment(link.made_at, useHours());
  return (
    <div className={css.ownLink}>
      <div>
        <span className={css.ownLinkName} title={link.name}>
          {link.name}
        </span>
        <small className={css.linkAbout}>{own.made(at, day(link.expires_at))}</small>
      </div>
      {isAsked ? null : (
        <Button size="small" aria-label={own.withdrawName(link.name, at)} onPress={onAsk}>
          {own.withdraw}
        </Button>
      )}
    </div>
  );
}

interface AskedProps {
  about: string;
  isBusy: boolean;
  onWithdraw: () => void;
  onKeep: () => void;
}

function Asked({ about, isBusy, onWithdraw, onKeep }: AskedProps) {
  return (
    <div className={css.ownLinkAsked}>
      <p role="alert">{about}</p>
      <Button size="small" tone="danger" isPending={isBusy} onPress={onWithdraw}>
        {own.withdraw}
      </Button>
      <Button size="small" autoFocus isDisabled={isBusy} onPress={onKeep}>
        {own.keep}
      </Button>
    </div>
  );
}
