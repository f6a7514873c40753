import {
  Blend,
  CircleCheck,
  CloudDownload,
  DatabaseZap,
  History,
  LockKeyhole,
  type LucideIcon,
  Maximize2,
  RefreshCw,
  TriangleAlert,
  Unplug,
  Users,
  Wrench,
} from "lucide-react";
import { Button as AriaButton } from "react-aria-components";
import { text } from "../../../protocol/text/text.ts";
import { WithTooltip } from "../../../ui/notices/WithTooltip.tsx";
import css from "./Plot.module.css";
import { isCutOff, type StatusKind } from "./status.ts";
import { useStatus } from "./use-status.ts";

const icons: Record<StatusKind, LucideIcon> = {
  connecting: Unplug,
  disconnected: Unplug,
  unavailable: DatabaseZap,
  crowded: Users,
  outdated: RefreshCw,
  unauthorised: LockKeyhole,
  loading: CloudDownload,
  building: Wrench,
  provisional: Blend,
  behind: History,
  failed: TriangleAlert,
  exact: CircleCheck,
  cramped: Maximize2,
};

const hintOf = (of: string | null): string =>
  of === null ? text.status.behindBlank : `${text.status.hint.behind} ${text.status.behindOf(of)}`;

/** How true the picture is: loading, building, exact, or cut off from the server. `whole`: what is said in place of "Exact" where what is drawn was not computed here. */
export function StatusBadge({ whole }: { whole?: { label: string; hint: string } | undefined }) {
  const { kind, label: told, of } = useStatus();
  const said = kind === "exact" ? whole : undefined;
  const label = said?.label ?? told;
  const Icon = icons[kind];
  return (
    <>
      <WithTooltip hint={said?.hint ?? (kind === "behind" ? hintOf(of) : text.status.hint[kind])}>
        <AriaButton className={css.status} data-kind={kind}>
          <Icon size={13} aria-hidden />
          {isCutOff(kind) ? <CutOffLabel label={label} /> : label}
        </AriaButton>
      </WithTooltip>
      {/* Only what needs attention is announced: every page turn loads something. */}
      <span className="visually-hidden" role="status">
        {isCutOff(kind) ? label : ""}
      </span>
    </>
  );
}

/** What it means for the picture stays; why gives way in a narrow bar. */
function CutOffLabel({ label }: { label: string }) {
  const [state, ...why] = label.split(/(?= \u2013 )/);
  return (
    <span>
      {state}
      <span className={css.why}>{why.join("")}</span>
    </span>
  );
}
