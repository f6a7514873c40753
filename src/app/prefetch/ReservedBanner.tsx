import { CircleAlert, DatabaseZap, RefreshCw } from "lucide-react";
import { useState } from "react";
import { prefetchText } from "../../protocol/text/prefetch-text.ts";
import { Button } from "../../ui/buttons/Button.tsx";
import { IconButton } from "../../ui/buttons/IconButton.tsx";
import { fullness } from "./amount.ts";
import css from "./Prefetch.module.css";
import { ReadyDialog } from "./ReadyDialog.tsx";
import { ReservedAmount } from "./ReservedAmount.tsx";
import { countStates } from "./status.ts";
import { useInventory } from "./use-inventory.ts";

const words = prefetchText.banner;

/** How much of the reserved space is taken and by how many files, and the way to them (spec 000 section 2). */
export function ReservedBanner() {
  const { inventory, isUnknown, refetch } = useInventory();
  const [isOpen, setOpen] = useState(false);
  const isShort = inventory !== undefined && fullness(inventory) !== "free";
  const Icon = isUnknown || isShort ? CircleAlert : DatabaseZap;
  return (
    <section className={css.banner} aria-label={words.label} data-tone={isUnknown || isShort ? "warning" : "info"}>
      <Icon size={16} aria-hidden className={css.icon} />
      {isUnknown ? (
        <>
          <span role="status">{words.failed}</span>
          <span className={css.end}>
            <Button size="small" onPress={refetch}>
              {words.tryAgain}
            </Button>
          </span>
        </>
      ) : inventory === undefined ? (
        <span className={css.loading}>
          <span className="visually-hidden">{words.loading}</span>
        </span>
      ) : (
        <>
          <span className={css.facts}>
            <ReservedAmount inventory={inventory} />
            <span className={css.counts}>
              {inventory.directories.length === 0 && inventory.unseen_size > 0
                ? words.noneSeen
                : words.counts(countStates(inventory.directories))}
            </span>
          </span>
          <span className={css.end}>
            <IconButton icon={RefreshCw} label={words.refresh} onPress={refetch} />
            <Button size="small" onPress={() => setOpen(true)}>
              {words.view}
            </Button>
          </span>
        </>
      )}
      <ReadyDialog isOpen={isOpen} onClose={() => setOpen(false)} />
    </section>
  );
}
