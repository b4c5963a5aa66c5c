/** An entry in the `links` of a page. `url` is null for a gap, and for a previous or next page that does not exist. */
export interface PageLink {
  readonly url: string | null;
  readonly label: string;
  readonly active: boolean;
}

/** Number of page links on each side of the current page. */
const ON_EACH_SIDE = 3;
/** Maximum number of pages for which all page links are shown. */
const SHOWN_WHOLE = 2 * ON_EACH_SIDE + 7;
/** Number of page links that are always shown at the start and at the end. */
const AT_THE_END = 2;
const GAP = '...';

/** Returns the links: the previous page, the page numbers with gaps, and the next page. Pure. */
export function pageLinks(current: number, last: number, urlOf: (page: number) => string): PageLink[] {
  const numbers = shownPages(current, last).map((shown) =>
    shown === GAP
      ? { url: null, label: GAP, active: false }
      : { url: urlOf(shown), label: String(shown), active: shown === current },
  );
  return [
    { url: current > 1 ? urlOf(current - 1) : null, label: '&laquo; Previous', active: false },
    ...numbers,
    { url: current < last ? urlOf(current + 1) : null, label: 'Next &raquo;', active: false },
  ];
}

function shownPages(current: number, last: number): (number | typeof GAP)[] {
  if (last <= SHOWN_WHOLE) return pagesFrom(1, last);
  const edge = ON_EACH_SIDE + 4;
  const start = pagesFrom(1, AT_THE_END);
  const end = pagesFrom(last - AT_THE_END + 1, last);
  if (current <= edge) return [...pagesFrom(1, edge + ON_EACH_SIDE), GAP, ...end];
  if (current > last - edge) return [...start, GAP, ...pagesFrom(last - edge - ON_EACH_SIDE + 1, last)];
  return [...start, GAP, ...pagesFrom(current - ON_EACH_SIDE, current + ON_EACH_SIDE), GAP, ...end];
}

function pagesFrom(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_none, index) => first + index);
}
