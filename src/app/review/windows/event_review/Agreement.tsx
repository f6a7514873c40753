import { useQuery } from "@tanstack/react-query";
import { CircleAlert, ClipboardCheck, LoaderCircle, RefreshCw } from "lucide-react";
import { useState } from "react";
import { useSnapshot } from "valtio";
import { viewerTime } from "../../../../domain/time/clock.ts";
import {
  exportAnnotationReviews,
  type FieldAgreement,
  getReviewAgreement,
  type ReviewAgreement,
  reviewLimits,
} from "../../../../protocol/annotation-reviews.ts";
import { eventReviewText } from "../../../../protocol/text/event-review-text.ts";
import { text } from "../../../../protocol/text/text.ts";
import { Button } from "../../../../ui/buttons/Button.tsx";
import { MenuButton } from "../../../../ui/buttons/MenuButton.tsx";
import { Face } from "../../../../ui/notices/Face.tsx";
import { toast } from "../../../../ui/notices/toasts.ts";
import { saveFile } from "../../../../ui/save-file.ts";
import { call, callForBytes, reasonOf, reasonOnce } from "../../../session/index.ts";
import { useHours } from "../../clock-setting.ts";
import css from "./Agreement.module.css";
import { Disagreements } from "./Disagreements.tsx";
import reviewCss from "./EventReview.module.css";
import { useEventReview, useReviewNow } from "./use-review.ts";
import { words } from "./words.ts";

const { agreement: said } = words;

/** How far readers agree on the events of the window, and where they do not: for who plans the projects. */
export function Agreement() {
  const { events } = useReviewNow();
  // Compared as the list is now; what changes later is compared when it is asked for, as each look is recorded.
  const [ids, setIds] = useState<readonly number[]>(() => events.map(({ id }) => id));
  const { data, error, isFetching, refetch, dataUpdatedAt } = useQuery({
    queryKey: ["review-agreement", ids],
    queryFn: ({ signal }) => call(getReviewAgreement, { annotation_ids: [...ids] }, signal),
    enabled: ids.length > 0 && ids.length <= reviewLimits.annotations,
    ...{ gcTime: 0, staleTime: Number.POSITIVE_INFINITY, retry: false, refetchOnWindowFocus: false },
    refetchOnReconnect: false,
  });
  const again = () => {
    const now = events.map(({ id }) => id);
    if (now.length === ids.length && now.every((id, k) => id === ids[k])) void refetch();
    else setIds(now);
  };
  if (events.length > reviewLimits.annotations || ids.length > reviewLimits.annotations)
    return <Face icon={ClipboardCheck} title={said.tooMany(reviewLimits.annotations)} />;
  if (error !== null)
    return (
      <Face icon={CircleAlert} title={said.failed} role="alert">
        <p className={reviewCss.said}>{reasonOf(error)}</p>
        <Button onPress={again}>{text.failed.tryAgain}</Button>
      </Face>
    );
  if (data === undefined) return <Face icon={LoaderCircle} title={said.loading} role="status" />;
  return (
    <section className={css.agreement} aria-label={said.title}>
      <header className={css.head}>
        <p>
          {data.events === 0 ? said.none : said.counts(data.events, data.readers.length, data.single_events)}{" "}
          <AsOf ms={dataUpdatedAt} />
        </p>
        <Button size="small" isPending={isFetching} onPress={again}>
          <RefreshCw size={14} aria-hidden />
          {said.again}
        </Button>
        <ExportMenu />
      </header>
      <p className={reviewCss.said}>{said.notice}</p>
      {data.events === 0 ? null : (
        <div className={css.panes}>
          <Fields fields={data.fields} />
          <Disagreements agreement={data} />
        </div>
      )}
    </section>
  );
}

function AsOf({ ms }: { ms: number }) {
  return <span className={css.muted}>{said.asOf(viewerTime(ms, useHours()))}</span>;
}

/** Numbers of a field in its own unit; times are told in seconds. */
const inUnit = (field: FieldAgreement["field"], value: number): string =>
  field === "iic_pattern_time_of_max_frequency"
    ? `${Number((value / 1000).toFixed(2))} s`
    : `${Number(value.toFixed(2))} ${field === "iic_pattern_prevalence" ? "%" : "Hz"}`;

function Fields({ fields }: { fields: ReviewAgreement["fields"] }) {
  const { columns, percent, coefficient, within, unknown, intervals } = said;
  const told = ({ value, low, high }: FieldAgreement["ac1"], tell: typeof percent) =>
    value === null ? unknown : tell(value, low, high);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what can be scrolled is reached by the keyboard
    <div className={css.fields} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {Object.entries(columns).map(([id, name]) => (
              <th key={id} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {fields.map(({ field, events, pairs, agreement, tolerance, ac1, mean_absolute_difference }) => (
            <tr key={field}>
              <th scope="row">
                {eventReviewText.fields[field]}
                {tolerance === null ? null : <small>{within(inUnit(field, tolerance))}</small>}
              </th>
              <td>{events.toLocaleString("en-US")}</td>
              <td>{pairs.toLocaleString("en-US")}</td>
              <td>{told(agreement, percent)}</td>
              <td>{told(ac1, coefficient)}</td>
              <td>{mean_absolute_difference === null ? unknown : inUnit(field, mean_absolute_difference)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={reviewCss.said}>{intervals}</p>
    </div>
  );
}

/** The reviews of one of the sessions that are loaded, as a CSV. */
function ExportMenu() {
  const { annotations } = useEventReview();
  const { sessions } = useSnapshot(annotations.state);
  const [isBusy, setBusy] = useState(false);
  const choices = sessions
    .filter(({ id, loaded }) => id > 0 && loaded !== "none")
    .map(({ id, name }) => ({ id: String(id), name }));
  const save = async (id: string) => {
    setBusy(true);
    try {
      const bytes = await callForBytes(exportAnnotationReviews, { annotation_group_id: Number(id) });
      const { name = "" } = choices.find((each) => each.id === id) ?? {};
      saveFile(said.fileName(name), [bytes], "text/csv");
    } catch (error) {
      toast.error(reasonOnce(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <MenuButton
      label={said.exportOf}
      value={said.export}
      shown={said.export}
      title={said.exportOf}
      choices={choices}
      selected={null}
      isDisabled={isBusy || choices.length === 0}
      onChoose={(id) => void save(id)}
    />
  );
}
