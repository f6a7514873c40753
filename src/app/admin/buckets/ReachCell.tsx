import { useMutation } from "@tanstack/react-query";
import { PlugZap } from "lucide-react";
import { viewerZone } from "../../../domain/time/clock.ts";
import { type Bucket, checkBucket } from "../../../protocol/admin.ts";
import { adminLabels } from "../../../protocol/admin-labels.ts";
import { Button } from "../../../ui/buttons/Button.tsx";
import { Badge } from "../../../ui/notices/Badge.tsx";
import { useHours } from "../../documents/index.ts";
import { call, reasonOnce } from "../../session/index.ts";
import { timeText } from "../parts/time.ts";
import css from "./Buckets.module.css";

const { buckets: words, activity } = adminLabels;

/** The button that tries a bucket, and what came of it and when. */
export function ReachCell({ bucket }: { bucket: Bucket }) {
  const check = useMutation({ mutationFn: () => call(checkBucket, { bucket_id: bucket.id }) });
  const hours = useHours();
  const { data, error, isPending } = check;
  return (
    <span className={css.reach}>
      <Button size="small" aria-label={words.checkOf(bucket.name)} isPending={isPending} onPress={() => check.mutate()}>
        <PlugZap size={14} aria-hidden />
        {isPending ? words.checking : words.check}
      </Button>
      <span role="status" className={css.result}>
        {error !== null ? (
          <Badge tone="danger">{reasonOnce(error)}</Badge>
        ) : data === undefined ? null : (
          <>
            <Badge tone={data.is_reachable ? "success" : "danger"}>
              {data.is_reachable ? words.reachable : words.unreachable}
            </Badge>
            <span className={css.at}>
              {words.at(activity.inZone(timeText(data.checked_at, hours), viewerZone()))}
              {data.is_reachable ? null : ` – ${data.message}`}
            </span>
          </>
        )}
      </span>
    </span>
  );
}
