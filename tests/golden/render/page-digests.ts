/**
 * The first 16 digits of the SHA-256 of whole pages as RGBA bytes, 1440 x 900 CSS px of plot, and of the stored samples they show
 * (little-endian int16). A page that is drawn otherwise on purpose is looked at, and its digest taken from the failing test.
 */
export const storedDigest = "2229c64debb0e101";

export const pageDigests = [
  { seconds: 10, ratio: 1, digest: "7b04b84e4f3c614b" },
  { seconds: 10, ratio: 2, digest: "61afd878ccbad9ea" },
  { seconds: 15, ratio: 1, digest: "3176ba0077e7192c" },
  { seconds: 15, ratio: 2, digest: "cf54709bf8ca5815" },
  { seconds: 20, ratio: 1, digest: "c52f0deff09272e5" },
  { seconds: 20, ratio: 2, digest: "dad612acfa474528" },
  { seconds: 30, ratio: 1, digest: "5c4a28c919a28be4" },
  { seconds: 30, ratio: 2, digest: "d7b7f691d989a842" },
];
