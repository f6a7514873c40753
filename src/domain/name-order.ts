const collator = new Intl.Collator("en-US", { numeric: true });

/** Orders names as people number them: "Display 2" before "Display 10". The same wherever it is asked. */
export const compareNames = (a: string, b: string): number => collator.compare(a, b);
