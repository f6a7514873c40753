/** What is said of annotations and sessions that cannot be saved: by the rules (both sides) and by the calls. */
import { annotationLimits } from "../annotations.ts";

export const annotationServerText = {
  /** Spec 001 sections 5 and 8, letter by letter. */
  rules: {
    interval: "Could not create the annotation. Invalid start or end date.",
    tagTooLong: "Tags cannot be longer than 25 characters.",
    tagTwice: "Tag already exists.",
    sessionEmpty: "Session name cannot be empty",
    sessionTwice: "Session already exists with the same name.",
    titleEmpty: "Give the annotation a title.",
    titleTooLong: `The title of an annotation has at most ${annotationLimits.title} characters.`,
    descriptionTooLong: `The description has at most ${annotationLimits.description} characters.`,
    tagsTooMany: `An annotation has at most ${annotationLimits.tags} tags.`,
    tagEmpty: "A tag cannot be empty.",
    unreadable: "This text holds characters that cannot be stored. Type it again.",
    look: "This is not the colour, opacity or list of channels of an annotation.",
    tooLarge: `An annotation takes at most ${annotationLimits.contentBytes / 1024} KB: choose fewer channels, or shorten its texts.`,
    sessionTooLong: `The name of a session has at most ${annotationLimits.groupName} characters.`,
  },
  /** Whoever has no name, or no account any more. */
  unknown: "Unknown",
  refused: {
    group: "This annotation session does not exist.",
    annotation: "This annotation does not exist.",
    changed: "Somebody has changed this annotation meanwhile.",
    deleted: "Somebody has deleted this annotation meanwhile.",
    notDeleted: "This annotation is not deleted any more.",
    notYours: "You do not have permission to change annotations of others.",
    notAllowed: "You do not have permission to create annotations.",
    deleteAll: "This session holds annotations, and you do not have permission to delete annotations.",
    lastGroup: "A recording keeps one annotation session at least.",
    otherRecording: "These are not of one recording.",
    tooMany: "This recording holds as many annotations as there can be.",
    tooManyGroups: "This recording holds as many annotation sessions as there can be.",
    tooFast: "So many changes at once are not taken. Wait a moment and try again.",
    tooManyExports: "Other exports of yours wait already. Try again when they are done.",
    numberUsed:
      "This change carries the number of another one. Another tab may be writing: close it and reload this page.",
    notDone: "Another change of these was refused, so none of them was made.",
    logTooShort: "The annotations are older here than in this window. Load them again.",
  },
} as const;
