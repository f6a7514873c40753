import { Activity } from "lucide-react";
import { text } from "../../protocol/text/text.ts";
import css from "./Brand.module.css";

/** The product's mark and name; the review header adds the "powered by" line. */
export function Brand({ hasPoweredBy = false }: { hasPoweredBy?: boolean }) {
  return (
    <span className={css.brand}>
      <span className={css.mark}>
        <Activity size={15} aria-hidden />
      </span>
      <span>
        <span className={css.name}>{text.product.name}</span>
        {hasPoweredBy ? <span className={css.powered}>{text.product.poweredBy}</span> : null}
      </span>
    </span>
  );
}
