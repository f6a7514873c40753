import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { alertUser } from "../shell/index.ts";

/** Shows a message once; when it is closed, the patients list (spec 000 section 8). */
export function useAlertAndList(message: string): void {
  const navigate = useNavigate();
  const isTold = useRef(false);
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    if (!isTold.current) {
      isTold.current = true;
      void alertUser(message).then(() => {
        // Whoever left in the meantime, by Back for example, stays where they went.
        if (isHere.current) void navigate({ to: "/data/visualize", replace: true });
      });
    }
    return () => {
      isHere.current = false;
    };
  }, [message, navigate]);
}
