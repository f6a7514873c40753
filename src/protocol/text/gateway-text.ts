/** What the dialog of gateways says. */
import { apart } from "./apart.ts";

const streams = (n: number) => (n === 0 ? "" : `, ${n} ${n === 1 ? "recording" : "recordings"} open`);

export const gatewayText = {
  open: "Gateways",
  title: "Gateways of this patient",
  intro:
    "A gateway is a machine at the bedside that sends recordings while they are made. Each has a credential of its own, which goes on when people sign out.",
  loading: "Loading the gateways...",
  empty: "No gateway sends for this patient yet.",
  list: "Gateways",
  zone: (timezone: string) => `Times in ${timezone}`,
  facts: (maker: string | null, made: string, used: string | null, open: number) =>
    `Made ${made}${maker === null ? "" : ` by ${maker}`}, ${used === null ? "not used yet" : `last call ${used}`}${streams(open)}`,
  notAllowed: "Does not send for this patient",
  allow: "Let it send for this patient",
  take: "Take this patient from it",
  revoke: "Revoke",
  revokeOf: (name: string) => `Revoke ${apart(name)}`,
  othersPatients: "It also sends for patients that you do not see, so it is not yours to revoke.",
  confirm: {
    title: (name: string) => `Revoke ${apart(name)}?`,
    text: "Its next call is refused, for good. What it has sent stays, and recordings it has open are completed.",
    keep: "Keep",
    revoke: "Revoke",
  },
  name: "Name of a new gateway",
  placeholder: "Bed 4",
  make: "Make a gateway",
  waiting: "Please wait...",
  credential: "Credential",
  once: "It is shown this once. Enter it at the gateway now: whoever has it can send for this patient.",
  copy: "Copy",
  copied: "Credential copied",
  notCopied: "The browser did not let it be copied. Select it and copy it by hand.",
  done: "Done",
  close: "Close",
} as const;
