import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { checkToken } from "../../protocol/accounts.ts";
import type { AnswerOf } from "../../protocol/route.ts";
import { accountText } from "../../protocol/text/account-text.ts";
import { ApiFailure, callWithToken, reasonOnce } from "../session/index.ts";
import { alertUser } from "../shell/index.ts";

type Checked = AnswerOf<typeof checkToken>;

/** What tokens are made of; anything else in a link cannot be one, nor be sent as one. */
const tokenLetters = /^[\w-]+$/;

/**
 * Checks the token of a mail's link; null until the server answered. `refuse` gives the sentence for a token that is
 * valid but not meant for this page. An invalid token is told in an alert, then the login page opens.
 */
export function useLink(token: string, refuse: (checked: Checked) => string | undefined): Checked | null {
  const navigate = useNavigate();
  const { data, error } = useQuery({
    queryKey: ["link", token],
    queryFn: () => callWithToken(tokenLetters.test(token.trim()) ? token : null, checkToken, {}),
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

/** Says why what a link is for was refused. A link that was used, or has ended, since its page was opened leads to the login page. */
export async function tellRefusal(error: unknown, toLogin: () => Promise<void>): Promise<void> {
  await alertUser(sentenceOf(error));
  if (isOver(error)) await toLogin();
}

const isOver = (error: unknown) => error instanceof ApiFailure && error.status === 401;
const sentenceOf = (error: unknown) => (isOver(error) ? accountText.screen.badLink : reasonOnce(error));
