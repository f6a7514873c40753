import { Meter } from "react-aria-components";
import { fileSize } from "../../domain/files/file-size.ts";
import type { PrefetchInventory } from "../../protocol/prefetch.ts";
import { prefetchText } from "../../protocol/text/prefetch-text.ts";
import { fullness, takenFraction } from "./amount.ts";
import css from "./Prefetch.module.css";

const words = prefetchText.banner;

/** "312.40 GB of 500.00 GB reserved for review", as words and as a bar. */
export function ReservedAmount({ inventory }: { inventory: PrefetchInventory }) {
  const { current_size, max_total_size } = inventory;
  const [taken, rest] = [fileSize(current_size), words.of(fileSize(max_total_size))];
  const level = fullness(inventory);
  return (
    <span className={css.amount} data-level={level}>
      <span>
        <strong>{taken}</strong>
        {rest}
      </span>
      <Meter
        className={css.meter}
        aria-label={words.label}
        value={takenFraction(inventory) * 100}
        valueLabel={taken + rest}
      >
        <span className={css.fill} style={{ width: `${takenFraction(inventory) * 100}%` }} />
      </Meter>
      {level === "free" ? null : <span className={css.level}>{level === "full" ? words.full : words.nearlyFull}</span>}
    </span>
  );
}
