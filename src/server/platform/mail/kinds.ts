/** The mails there are, and their words. None names a person or an address; the recipient knows who they are. */
import type { UploadStatus } from "../../../protocol/uploads.ts";
import type { TokenPurpose } from "../http/caller.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

export interface MailLink {
  purpose: Exclude<TokenPurpose, "session">;
  /** Page of the client; the token is its query parameter "token". */
  path: string;
  lifeMs: number;
}

export interface MailWords {
  subject: string;
  /** Plain sentences, one paragraph each; the link, if any, follows the first. */
  paragraphs: readonly string[];
  /** What the link says. */
  action?: string;
}

/** What a mail is about: internal ids and numbers only. */
export interface MailFacts {
  user_id?: number;
  email_change_id?: number;
  upload_id?: number;
  patient_key?: number | null;
  status?: UploadStatus;
  /** Items of an upload, and how many of them could not be read. */
  items?: number;
  failed?: number;
  /** To the support team instead of the uploader. */
  is_support?: boolean;
}

interface KindFacts {
  /** A page that opens with a token of its own. */
  link?: MailLink;
  /** Path of a page for whoever is signed in. */
  page?(facts: MailFacts): string | undefined;
  words(workspaceName: string, facts: MailFacts): MailWords;
}

const pageOf =
  (tab: "patient" | "data") =>
  ({ patient_key: key }: MailFacts) =>
    typeof key === "number" ? `/data/visualize/${tab}?patient_id=${key}` : undefined;
/** The patient page, where uploads are told about, and where its data is. */
const [patientPage, dataPage] = [pageOf("patient"), pageOf("data")];
const openPatient = "Open the patient";
const uploadNumber = ({ upload_id: id }: MailFacts) => `Upload number ${id}`;
const uploadStatus: Record<UploadStatus, string> = {
  CREATED: "has not begun yet",
  UPLOADING: "is being transferred",
  PROCESSING: "is being processed",
  SUCCESS: "is ready for review",
  FAILED: "has failed",
  CANCELED: "was canceled",
};

const notYou = "If this was not you, please tell the administrator of your workspace at once.";

const mailKinds = {
  invite: {
    link: { purpose: "create_account", path: "/create_account", lifeMs: 7 * day },
    words: (workspace) => ({
      subject: `You are invited to CONNECT (${workspace})`,
      paragraphs: [
        `You are invited to the workspace ${workspace} of CONNECT. Please open this link to create your account.`,
        "The link can be used once, and within 7 days.",
      ],
      action: "Create your account",
    }),
  },
  reset_password: {
    link: { purpose: "reset_password", path: "/change_password", lifeMs: hour },
    words: (workspace) => ({
      subject: `Reset your password of CONNECT (${workspace})`,
      paragraphs: [
        `A new password was asked for your account in the workspace ${workspace} of CONNECT. Please open this link to set one.`,
        "The link can be used once, and within an hour.",
        "If you did not ask for it, you need not do anything: your password stays as it is.",
      ],
      action: "Set a new password",
    }),
  },
  account_created: {
    words: (workspace) => ({
      subject: `Your account was created in CONNECT (${workspace})`,
      paragraphs: [`Your account in the workspace ${workspace} of CONNECT was created. You can log in now.`],
    }),
  },
  password_changed: {
    words: (workspace) => ({
      subject: `Your password was changed in CONNECT (${workspace})`,
      paragraphs: [
        `The password of your account in the workspace ${workspace} of CONNECT was changed, and all its sessions were ended.`,
        notYou,
      ],
    }),
  },
  confirm_email: {
    link: { purpose: "change_email", path: "/confirm_email", lifeMs: day },
    words: (workspace) => ({
      subject: `Confirm your new email for CONNECT (${workspace})`,
      paragraphs: [
        `This address was given as the new email of an account in the workspace ${workspace} of CONNECT. Please open this link to change it.`,
        "The link can be used once, and within 24 hours. All sessions of the account are then ended.",
        "If you did not ask for it, you need not do anything: nothing changes unless the link is opened.",
      ],
      action: "Confirm your email",
    }),
  },
  email_change_asked: {
    words: (workspace) => ({
      subject: `Another email was asked for in CONNECT (${workspace})`,
      paragraphs: [
        `Another email was asked for your account in the workspace ${workspace} of CONNECT. A link was sent there; until it is opened, nothing changes.`,
        "If this was not you, please log in and change your password: that cancels it and ends all sessions.",
        notYou,
      ],
    }),
  },
  email_changed: {
    words: (workspace) => ({
      subject: `Your email was changed in CONNECT (${workspace})`,
      paragraphs: [
        `The email of your account in the workspace ${workspace} of CONNECT was changed, and all its sessions were ended.`,
        notYou,
      ],
    }),
  },
  account_deleted: {
    words: (workspace) => ({
      subject: `Your account was deleted in CONNECT (${workspace})`,
      paragraphs: [`Your account in the workspace ${workspace} of CONNECT was deleted.`],
    }),
  },
  upload_ready: {
    page: dataPage,
    words: (workspace, facts) => ({
      subject: `Your data is ready for review in CONNECT (${workspace})`,
      paragraphs: [
        `The data you uploaded to the workspace ${workspace} of CONNECT is ready for review.`,
        ...(facts.failed
          ? [`${facts.failed} of its ${facts.items} items could not be read. The messages of the upload say why.`]
          : []),
        `${uploadNumber(facts)}.`,
      ],
      action: openPatient,
    }),
  },
  upload_failed: {
    page: patientPage,
    words: (workspace, facts) =>
      facts.is_support
        ? {
            subject: `An upload has failed in CONNECT (${workspace})`,
            paragraphs: [`${uploadNumber(facts)} to the workspace ${workspace} of CONNECT has failed.`],
            action: openPatient,
          }
        : {
            subject: `Your upload has failed in CONNECT (${workspace})`,
            paragraphs: [
              `Your upload to the workspace ${workspace} of CONNECT has failed. We apologize for the inconvenience.`,
              "A message has been sent to the support team. We will investigate this issue.",
              `${uploadNumber(facts)}.`,
            ],
            action: openPatient,
          },
  },
  upload_status: {
    page: patientPage,
    words: (workspace, facts) => ({
      subject: `${uploadNumber(facts)} in CONNECT (${workspace})`,
      paragraphs: [
        `${uploadNumber(facts)} to the workspace ${workspace} of CONNECT ${uploadStatus[facts.status ?? "CREATED"]}.`,
      ],
      action: openPatient,
    }),
  },
} satisfies Record<string, KindFacts>;

export type MailKind = keyof typeof mailKinds;

/** How long the link of a kind of mail is good for, ms. */
export const mailLinkLifeMs = (kind: "invite" | "reset_password" | "confirm_email"): number =>
  mailKinds[kind].link.lifeMs;

/** Undefined for a kind that a newer version of the server has put into the table. */
export const mailKindOf = (name: string): KindFacts | undefined =>
  Object.hasOwn(mailKinds, name) ? mailKinds[name as MailKind] : undefined;

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character]);
/** A header is one line, whatever a workspace is called. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();

export interface MailBody {
  subject: string;
  text: string;
  html: string;
}

/** Both forms of a mail. `address`: what its link opens. */
export function writeMail({ subject, paragraphs, action }: MailWords, address?: string): MailBody {
  const [first, ...rest] = paragraphs.map(oneLine);
  const closing = "CONNECT is an investigational device.";
  const link = address === undefined ? [] : [address];
  const button =
    address === undefined ? [] : [`<p><a href="${escapeHtml(address)}">${escapeHtml(action ?? address)}</a></p>`];
  const paragraph = (text: string) => `<p>${escapeHtml(text)}</p>`;
  return {
    subject: oneLine(subject),
    text: `${[first, ...link, ...rest, closing].join("\n\n")}\n`,
    html: ["<!doctype html>", paragraph(first), ...button, ...[...rest, closing].map(paragraph), ""].join("\n"),
  };
}
