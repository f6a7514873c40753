export { ChangelogPage } from "./ChangelogPage.tsx";
export { ChangePasswordPage } from "./ChangePasswordPage.tsx";
export { ConfirmEmailPage } from "./ConfirmEmailPage.tsx";
export { CreateAccountPage } from "./CreateAccountPage.tsx";
export { ForgotPasswordPage } from "./ForgotPasswordPage.tsx";
export { InactivePage } from "./InactivePage.tsx";
export { LoginPage } from "./LoginPage.tsx";
export { AccountSettings } from "./settings/AccountSettings.tsx";
