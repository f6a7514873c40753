/** Sentences about accounts and sessions. The wording follows spec 000 letter by letter where it gives one. */
export const accountText = {
  refused: {
    noToken: "This endpoint requires a token and there is not one present or the user is not logged in.",
    badToken: "Your session has ended. Please log in again.",
    noPermission: "You do not have permission for this action",
    otherWorkspace: "This session belongs to another workspace.",
    unknownWorkspace: "This workspace does not exist.",
    /** The same for an unknown e-mail and a wrong password. */
    badLogin: "The email or password is incorrect.",
    wrongPassword: "The password is incorrect.",
    emailTaken: "This email cannot be used.",
    lastAdministrator: "The last administrator of a workspace cannot be removed.",
    domainNotAllowed: "The domain of this email is not allowed in this workspace.",
    tooMany: (seconds: number) =>
      `Too many attempts. Please try again in ${seconds === 1 ? "1 second" : `${seconds} seconds`}.`,
  },
  login: {
    noAccess: "You do not have permission to access CONNECT.",
    validationsFailed: (names: readonly string[]) => `The following validations failed: ${names.join(", ")}.`,
    failedTitle: "There was a problem logging in",
    enterEmail: "Enter an email.",
    enterPassword: "Enter a password.",
  },
  forgot: { enterEmail: "Enter a valid email.", checkMail: "Please check your email to reset your password." },
  created: "Your account was created. Please check your email for confirmation.",
  passwordChanged: "Your password was changed. Please check your email for confirmation.",
  emailChanged: "Your email was changed. Please log in again.",
  deleted: "Your account was deleted.",
  noCreatePermission:
    "User does not have permission to create an account. If you are currently logged in to another session, please " +
    "logout and click the link again.",
  password: {
    noMatch: "Passwords do not match.",
    hashtag: "Passwords may not contain a hashtag.",
    special: "Password must contain at least one special character.",
    number: "Password must contain at least one number.",
    short: "Password must be at least 8 characters long",
    current: "You must enter your current password.",
    enterNew: "You must enter a new password.",
    confirmNew: "You must confirm your new password.",
    same: "New password must be different than current password.",
    enter: "You must enter your password.",
    confirm: "You must confirm your password.",
  },
  email: {
    enter: "You must enter your email.",
    confirm: "You must confirm your email.",
    noMatch: "Emails do not match.",
    invalid: "You must enter a valid email.",
    same: "New email must be different than current email.",
  },
} as const;
