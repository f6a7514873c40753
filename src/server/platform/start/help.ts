/** Whoever asks a command what it takes is told, and nothing is opened or made. */

/** Prints the usage and ends the process with 0 when the command line says --help or -h before a bare "--". */
export function tellIfAsked(usage: string, words: readonly string[] = process.argv.slice(2)): void {
  const end = words.indexOf("--");
  const options = end < 0 ? words : words.slice(0, end);
  if (!options.includes("--help") && !options.includes("-h")) return;
  console.log(usage);
  process.exit(0);
}
