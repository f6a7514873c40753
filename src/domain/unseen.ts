/**
 * Characters that nobody sees: they make another text of one that looks the same, or turn its direction around. Marks of direction and
 * joiners are none of them: Arabic, Persian and Indian scripts need those.
 */
const unseen = /[\u00ad\u115f\u1160\u180e\u200b\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\u{e0000}-\u{e007f}]/gu;

export const withoutUnseen = (text: string): string => text.replace(unseen, "");
