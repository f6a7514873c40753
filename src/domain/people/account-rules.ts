/** Rules of accounts in the order of spec 000 section 5. */
import { accountText } from "../../protocol/text/account-text.ts";
import { isCommonPassword } from "./common-passwords.ts";
import { firstFailure, type Rule } from "./rules.ts";

const { email, forgot, login, password } = accountText;

/** The special characters of spec 000 section 9; '#' is not one of them, it is refused. */
const special = /[!@$%^&*()_+\-=[\]{};':"\\|,.<>/?~`]/;
const minPasswordLength = 8;

/** One @, something before it, a domain with a dot after it, no white space and nothing invisible. */
export const isEmail = (value: string): boolean =>
  value.length <= 254 &&
  !/\p{C}/u.test(value) &&
  /^[^\s@<>(),;:"[\]\\]+@[^\s@<>(),;:"[\]\\.]+(\.[^\s@<>(),;:"[\]\\.]+)+$/.test(value);

/** How addresses are compared and stored for look-ups. */
export const emailKey = (value: string): string => value.trim().toLowerCase();

/** Labels of letters, digits and hyphens, at least two of them. */
export const isDomain = (value: string): boolean =>
  value.length <= 253 && /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/i.test(value);

const hasNoHashtag: Rule<string> = [(value) => !value.includes("#"), password.hashtag];
const hasSpecial: Rule<string> = [(value) => special.test(value), password.special];
const hasNumber: Rule<string> = [(value) => /\d/.test(value), password.number];
const isLong: Rule<string> = [(value) => value.length >= minPasswordLength, password.short];
const isUncommon: Rule<string> = [(value) => !isCommonPassword(value), password.common];
/** Those of the specification. */
const form = [hasNoHashtag, hasSpecial, hasNumber, isLong];
const on =
  <Form>(pick: (form: Form) => string) =>
  ([passes, message]: Rule<string>): Rule<Form> => [(form) => passes(pick(form)), message];

export interface LoginForm {
  email: string;
  password: string;
}
export const loginRules: readonly Rule<LoginForm>[] = [
  [(form) => form.email.includes("@"), login.enterEmail, "email"],
  [(form) => form.password !== "", login.enterPassword, "password"],
];

export const forgotRules: readonly Rule<{ email: string }>[] = [
  [(form) => form.email.includes("@"), forgot.enterEmail],
];

/** Create account, and change password from a reset link. */
export interface NewPasswordForm {
  password: string;
  confirmation: string;
}
export const newPasswordRules: readonly Rule<NewPasswordForm>[] = [
  [(form) => form.password === form.confirmation, password.noMatch],
  ...[...form, isUncommon].map(on((entered: NewPasswordForm) => entered.password)),
];

/** What the form of a password is refused for, whoever has it already. */
export const refuseForm = (value: string): string | undefined => firstFailure(form, value);

/** What the server demands of any new password. */
export const refusePassword = (value: string): string | undefined =>
  firstFailure(newPasswordRules, { password: value, confirmation: value });

export interface ChangeEmailForm {
  newEmail: string;
  confirmation: string;
  password: string;
  currentEmail: string;
}
export const changeEmailRules: readonly Rule<ChangeEmailForm>[] = [
  [(form) => form.newEmail !== "", email.enter],
  [(form) => form.confirmation !== "", email.confirm],
  [(form) => form.password !== "", password.enter],
  [(form) => form.newEmail === form.confirmation, email.noMatch],
  [(form) => isEmail(form.newEmail), email.invalid],
  [(form) => emailKey(form.newEmail) !== emailKey(form.currentEmail), email.same],
];

export interface ChangePasswordForm {
  current: string;
  password: string;
  confirmation: string;
}
export const changePasswordRules: readonly Rule<ChangePasswordForm>[] = [
  [(form) => form.current !== "", password.current],
  [(form) => form.password !== "", password.enterNew],
  [(form) => form.confirmation !== "", password.confirmNew],
  [(form) => form.password === form.confirmation, password.noMatch],
  [(form) => form.password !== form.current, password.same],
  ...[hasSpecial, hasNoHashtag, hasNumber, isLong, isUncommon].map(
    on((entered: ChangePasswordForm) => entered.password),
  ),
];

export interface DeleteAccountForm {
  password: string;
  confirmation: string;
}
export const deleteAccountRules: readonly Rule<DeleteAccountForm>[] = [
  [(form) => form.password !== "", password.enter],
  [(form) => form.confirmation !== "", password.confirm],
  [(form) => form.password === form.confirmation, password.noMatch],
];
