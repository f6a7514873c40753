/** What is said of recordings of which a part is not what was stored. */
export const damageText = {
  state: "Damaged",
  files: (n: number) => `${n} damaged`,
  file: "A part of this recording was lost or changed on the server. The review marks that part and shows nothing in its place. Whoever runs the server can bring it back from a backup.",
  /** Over the picture. `parts` as `part` writes them. */
  banner: (parts: string) => `This recording is damaged. Not as it was stored, and not shown: ${parts}.`,
  part: (modality: string, from: string, to: string) => `${modality} from ${from} to ${to}`,
  wholeGroup: (modality: string) => `all of ${modality}`,
  annotations: "the annotations of the file",
  more: (n: number) => `${n} more ${n === 1 ? "part" : "parts"}`,
  hole: "Damaged: not shown",
  /** Of a window whose picture has no place for the hole itself. */
  inView: (names: string) => `Damaged in this view, and neither shown nor counted: ${names}.`,
  details: {
    title: "Damage",
    none: "Everything that was read is as it was stored.",
    unverified:
      "This recording was stored before there were checksums. They are being made in the background; until then nothing vouches for it.",
    annotations: "The annotations of the file are not as they were stored, and none are shown.",
  },
} as const;
