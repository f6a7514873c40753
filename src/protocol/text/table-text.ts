/** What every table says by itself. The wording follows spec 000 sections 2 and 8 where it gives one. */
/** "Email" inside a sentence; "IP address", "Project ID" and "Uploaded By" stay. */
const inner = (title: string) => (/^[A-Z][^A-Z]*$/.test(title) ? title[0].toLowerCase() + title.slice(1) : title);
const number = (n: number) => n.toLocaleString("en-US");

export const tableText = {
  searchBy: (field: string) => `Search ${inner(field)}, press Enter`,
  searchIn: "Search in",
  searchHow: "Search operator",
  operators: { contains: "contains", equals: "equals" },
  clearSearch: "Clear search",
  columns: "Columns",
  actionsOf: (row: string) => `Actions for ${row}`,
  actions: "Actions",
  selected: (n: number) => `${number(n)} selected`,
  clearSelection: "Clear selection",
  records: (n: number) => (n === 1 ? "1 record" : `${number(n)} records`),
  range: (first: number, last: number, total: number) => `${number(first)}–${number(last)} of ${number(total)}`,
  goToPage: "Go to Page",
  ofPages: (n: number) => `of ${number(n)}`,
  previousPage: "Previous page",
  nextPage: "Next page",
  pager: "Pages",
  empty: "There are no records to display",
  nothingFound: "Nothing matches the search.",
  allRows: "Show all rows",
  failed: "Something went wrong. Please try again!",
  tryAgain: "Try Again",
  loading: "Loading",
} as const;
