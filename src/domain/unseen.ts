/**
 * Characters that nobody sees: they make another text of one that looks the same, or turn its direction around. Marks of direction and
 * joiners are none of them: Arabic, Persian and Indian scripts need those.
 */
const unseen = /[\u00ad\u115f\u1160\u180e\u200b\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\u{e0000}-\u{e007f}]/gu;

export const withoutUnseen = (text: string): string => text.replace(unseen, "");

/** Control characters, halves of characters, and all that Unicode calls format characters, but the joiners of an emoji or a script. */
const hidden = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]/gu;

/** A name as somebody else's disk has it, on one line: what is not seen, or would turn what stands around it, is named. */
export const withUnseenShown = (name: string): string =>
  name.replace(hidden, (one) => `[U+${(one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}]`);

/** The name of a patient or recording that a person gave nowhere: of a file or a device. What looks the same is the same. */
export const nameFromOutside = (name: string): string => withUnseenShown(name.normalize("NFC").trim() || name);

/** Whether a name says all that it is made of. */
export const isSeen = (name: string): boolean => withUnseenShown(name) === name;
