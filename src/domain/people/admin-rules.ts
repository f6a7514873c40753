/** Rules of the administration's forms in the order of spec 000 section 5. */
import { adminText } from "../../protocol/text/admin-text.ts";
import { withoutUnseen } from "../unseen.ts";
import { isDomain, isEmail } from "./account-rules.ts";
import type { Rule } from "./rules.ts";

const { rules } = adminText;
const isFilled = (value: string) => tidy(value) !== "";

/** What is stored of a typed text: nothing unseen, nothing white around it, characters composed (NFC), so that equal looks are equal. */
export const tidy = (value: string): string => withoutUnseen(value).trim().normalize("NFC");

/** No control characters and no halves of characters: a text that can be stored, shown on one line and sent by mail. */
export const isPlain = (value: string): boolean => !/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(value);
/** The same for texts of several lines. */
export const isPlainLines = (value: string): boolean => isPlain(value.replace(/\r?\n|\t/g, " "));

/** One line of the invite form. */
export const inviteEmailRules: readonly Rule<string>[] = [
  [isFilled, rules.emailRequired],
  [(value) => isEmail(value.trim()), rules.emailInvalid],
];

export interface Choices {
  site_ids: readonly number[];
  role_ids: readonly number[];
  project_ids: readonly number[];
}
const isChosen = ({ site_ids, role_ids, project_ids }: Choices) =>
  site_ids.length > 0 && role_ids.length > 0 && project_ids.length > 0;
export const inviteRules: readonly Rule<Choices & { emails: readonly string[] }>[] = [
  [({ emails }) => emails.length > 0, rules.emailsRequired],
  [({ emails }) => emails.every(isFilled), rules.emailRequired],
  [({ emails }) => emails.every((email) => isEmail(email.trim()) && isPlain(email.trim())), rules.emailInvalid],
  [isChosen, rules.inviteChoices],
];
export const modifyUserRules: readonly Rule<Choices>[] = [[isChosen, rules.modifyChoices]];

export const domainRules: readonly Rule<string>[] = [
  [isFilled, rules.domainRequired],
  [(value) => isDomain(value.trim()), rules.domainInvalid],
];

export interface RoleForm {
  name: string;
  description: string;
  permission_ids: readonly number[];
}
export const roleRules: readonly Rule<RoleForm>[] = [
  [({ name }) => isFilled(name), rules.name],
  [({ description }) => isFilled(description), rules.description],
  [({ permission_ids }) => permission_ids.length > 0, rules.permission],
  [({ name, description }) => isPlain(name) && isPlainLines(description), rules.plain],
];

export interface ProjectForm {
  name: string;
  identifier: string;
  user_ids: readonly number[];
}
const projectName: Rule<Pick<ProjectForm, "name">> = [({ name }) => isFilled(name), rules.name];
const someUser: Rule<Pick<ProjectForm, "user_ids">> = [({ user_ids }) => user_ids.length > 0, rules.user];
export const createProjectRules: readonly Rule<ProjectForm>[] = [
  projectName,
  [({ identifier }) => isFilled(identifier), rules.projectId],
  someUser,
  [({ name, identifier }) => isPlain(name) && isPlain(identifier), rules.plain],
];
/** `hadUsers`: somebody was to be seen among its users; others, whom the editor does not see, stay. */
export const modifyProjectRules: readonly Rule<
  Omit<ProjectForm, "identifier"> & { type?: string; hadUsers?: boolean }
>[] = [
  projectName,
  [({ user_ids, hadUsers = true }) => !hadUsers || user_ids.length > 0, rules.user],
  [({ name, type = "" }) => isPlain(name) && isPlain(type), rules.plain],
];

export interface SiteForm {
  name: string;
  location: string;
  identifier: string;
  description?: string;
  user_ids: readonly number[];
}
type SiteTexts = Pick<SiteForm, "name" | "location" | "description">;
const siteBasics: readonly Rule<SiteTexts>[] = [
  [({ name }) => isFilled(name), rules.name],
  [({ location }) => isFilled(location), rules.location],
];
const siteIsPlain: Rule<SiteTexts> = [
  ({ name, location, description = "" }) => isPlain(name) && isPlain(location) && isPlainLines(description),
  rules.plain,
];
export const createSiteRules: readonly Rule<SiteForm>[] = [
  ...siteBasics,
  [({ identifier }) => isFilled(identifier), rules.siteId],
  [({ identifier }) => [...tidy(identifier)].length === 4, rules.siteIdLength],
  someUser,
  siteIsPlain,
  [({ identifier }) => isPlain(identifier), rules.plain],
];
export const modifySiteRules: readonly Rule<SiteTexts>[] = [...siteBasics, siteIsPlain];
