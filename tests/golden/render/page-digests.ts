/**
 * The first 16 digits of the SHA-256 of whole pages as RGBA bytes, 1440 x 900 CSS px of plot, and of the stored samples they show
 * (little-endian int16). A page that is drawn otherwise on purpose is looked at, and its digest taken from the failing test.
 */
export const storedDigest = "2229c64debb0e101";

export const pageDigests = [
  { seconds: 10, ratio: 1, digest: "03141838e70bc946" },
  { seconds: 10, ratio: 2, digest: "e920398280a29ad9" },
  { seconds: 15, ratio: 1, digest: "451d046187d53ddd" },
  { seconds: 15, ratio: 2, digest: "61b3005319f6e705" },
  { seconds: 20, ratio: 1, digest: "4c38133d1764364c" },
  { seconds: 20, ratio: 2, digest: "54bcb4750db0ae11" },
  { seconds: 30, ratio: 1, digest: "c80d84a78b67513c" },
  { seconds: 30, ratio: 2, digest: "163d8122f603bb79" },
];
