export {
  AnswerCutOff,
  type AnswerPart,
  ApiFailure,
  awayRetryMs,
  call,
  callByGet,
  callForBytes,
  callForParts,
  callOnLeaving,
  callWithToken,
  canOutlivePage,
  isAway,
  isNotFound,
  reasonOf,
  reasonOnce,
  ServerUnreachable,
  whyRefused,
} from "./call.ts";
export { duringOwnChange, onSessionEnded, type SessionEnd, uploadsKey } from "./end.ts";
export { giveUpHeld, type HoldReason, isHeld, isPageKept, keepPage, onHeldGivenUp, takeHeld } from "./hold.ts";
export { logOut } from "./log-out.ts";
export { askedAgain, type MakeOnce, makingOnce, newRequestKey } from "./made-once.ts";
export { type OauthRequest, oauthRequest } from "./oauth-request.ts";
export { renewToken } from "./renew.ts";
export { signIn, signInFor } from "./sign-in.ts";
export { startSession } from "./start.ts";
export {
  isSettled,
  isSignedIn,
  onSessionChange,
  serverNowMs,
  sessionOwner,
  sessionToken,
  sessionUser,
  takeFresh,
  workspaceId,
} from "./state.ts";
export { inactiveMs, secondsLeft } from "./timers.ts";
export { leave, setUploadGuard, type UploadGuard } from "./upload-guard.ts";
export { holds, useHolds, useSession } from "./use-session.ts";
export { refreshSession, watchSession } from "./watch.ts";
