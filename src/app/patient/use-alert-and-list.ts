import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { holds } from "../session/index.ts";
import { alertUser, firstPage } from "../shell/index.ts";

/**
 * Shows a message once; when it is closed, the patients list (spec 000 section 8), or the first page that is open to who may not see
 * it. True for who has no page at all: there is nowhere to go.
 */
export function useAlertAndList(message: string): boolean {
  const navigate = useNavigate();
  const [isStaying, setStaying] = useState(false);
  const isTold = useRef(false);
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    if (!isTold.current) {
      isTold.current = true;
      void alertUser(message).then(() => {
        // Whoever left in the meantime, by Back for example, stays where they went.
        if (!isHere.current) return;
        const to = firstPage(holds);
        if (to === undefined) setStaying(true);
        else void navigate({ to, replace: true });
      });
    }
    return () => {
      isHere.current = false;
    };
  }, [message, navigate]);
  return isStaying;
}
