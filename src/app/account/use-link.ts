import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { checkToken } from "../../protocol/accounts.ts";
import type { AnswerOf } from "../../protocol/route.ts";
import { accountText } from "../../protocol/text/account-text.ts";
import { ApiFailure, callWithToken, reasonOnce } from "../session/index.ts";
import { alertUser } from "../shell/index.ts";

type Checked = AnswerOf<typeof checkToken>;

/**
 * Checks the token of a mail's link; null until the server answered. `refuse` gives the sentence for a token that is
 * valid but not meant for this page. An invalid token is told in an alert, then the login page opens.
 */
export function useLink(token: string, refuse: (checked: Checked) => string | undefined): Checked | null {
  const navigate = useNavigate();
  const { data, error } = useQuery({
    queryKey: ["link", token],
    queryFn: () => callWithToken(token === "" ? null : token, checkToken, {}),
    retry: (failures, reason) => failures < 2 && !(reason instanceof ApiFailure),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const refusal = error === null ? data && refuse(data) : sentenceOf(error);
  useEffect(() => {
    if (refusal !== undefined) void alertUser(refusal).then(() => navigate({ to: "/" }));
  }, [refusal, navigate]);
  return refusal === undefined ? (data ?? null) : null;
}

const sentenceOf = (error: Error) =>
  error instanceof ApiFailure && error.status === 401 ? accountText.screen.badLink : reasonOnce(error);
