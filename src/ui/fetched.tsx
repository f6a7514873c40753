import { type ComponentType, type ReactNode, useEffect, useRef, useState } from "react";
import { fetchLostSheets } from "./lost-sheets.ts";
import { toast } from "./notices/toasts.ts";

/**
 * A component whose code is fetched when it is first drawn; until then it is `waiting`. Without an answer `said` is told and the `onClose` of its properties, where
 * there is one, called: what is around it stays, and it can be asked for again. React's `lazy` would take all of that down.
 */
export function fetched<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  said: string,
  waiting: ReactNode = null,
): ComponentType<Props> {
  let known: ComponentType<Props> | null = null;
  return function Fetched(props: Props) {
    const [Part, setPart] = useState<ComponentType<Props> | null>(() => known);
    const [isMissing, setMissing] = useState(false);
    const close = useRef<unknown>(null);
    close.current = "onClose" in props ? props.onClose : null;
    useEffect(() => {
      if (Part !== null) return;
      let isLeft = false;
      // What failed before may have lacked the looks alone.
      fetchLostSheets()
        .then(load)
        .then(
          (part) => {
            known = part;
            if (!isLeft) setPart(() => part);
          },
          () => {
            if (isLeft) return;
            toast.error(said);
            setMissing(true);
            if (typeof close.current === "function") close.current();
          },
        );
      return () => {
        isLeft = true;
      };
    }, [Part]);
    if (Part !== null) return <Part {...props} />;
    return isMissing ? null : waiting;
  };
}
