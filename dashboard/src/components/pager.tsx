import type { ReactNode } from 'react';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { Filters, FilterChanges, useFilters } from '../filters.ts';
import { Button } from './button.tsx';

/** A page of a list whose cursors are `after` and `before`. */
interface CursorPage {
  readonly has_more: boolean;
  /** Where the list goes on in the direction that was asked; without it that is the last entry, or the first one. */
  readonly next?: string | null;
}

/** Where the newer and the older page of a list are: each has an address of its own. Undefined: there is none. */
export function pagesAround(
  filters: Filters,
  page: CursorPage,
  [first, last]: readonly [first: string | undefined, last: string | undefined],
): { readonly newer: FilterChanges | undefined; readonly older: FilterChanges | undefined } {
  const isBackwards = filters['before'] !== undefined;
  const onwards = page.has_more ? (page.next ?? (isBackwards ? first : last)) : undefined;
  if (isBackwards) {
    // What it was come from lies behind it, unless it has gone meanwhile.
    const older = last ?? filters['before'];
    return {
      newer: onwards === undefined ? undefined : { before: onwards },
      older: older ? { after: older } : undefined,
    };
  }
  const older = onwards === undefined ? undefined : { after: onwards };
  if (filters['after'] === undefined) return { newer: undefined, older };
  // Behind the end of a list that became shorter, the first page is the newer one.
  return { newer: first === undefined ? { after: '' } : { before: first }, older };
}

/** As `pagesAround` where a list can be read onwards only: the address keeps the cursors of the pages that lie before. */
export function pagesOnwards(
  { filters, lists }: ReturnType<typeof useFilters>,
  last: string | undefined,
): { readonly newer: FilterChanges | undefined; readonly older: FilterChanges | undefined } {
  const [after, past] = [filters['after'], lists['past[]'] ?? []];
  const [previous] = past.slice(-1);
  const newer = { after: previous === undefined || previous === FIRST ? '' : previous, 'past[]': past.slice(0, -1) };
  return {
    newer: after === undefined ? undefined : newer,
    older: last === undefined ? undefined : { after: last, 'past[]': [...past, after ?? FIRST] },
  };
}

/** As `pagesAround` where pages have numbers: that of the first one stands in no address. */
export function pagesNumbered(page: { readonly current_page: number; readonly last_page: number }): {
  readonly newer: FilterChanges | undefined;
  readonly older: FilterChanges | undefined;
} {
  const { current_page: at, last_page: last } = page;
  // Behind the end of a list that became shorter, the last page is the newer one.
  const newer = Math.min(at - 1, last);
  return {
    newer: newer < 1 ? undefined : { page: newer === 1 ? '' : String(newer) },
    older: at < last ? { page: String(at + 1) } : undefined,
  };
}

/** In the place of a cursor, which the first page has none of. */
const FIRST = '-';

/** Newer and older pages of a list, and how much there is of it. */
export function Pager(props: {
  /** What of the address leads there; undefined where there is nothing in that direction. */
  readonly newer: FilterChanges | undefined;
  readonly older: FilterChanges | undefined;
  readonly onTurn: (to: FilterChanges) => void;
  /** How many there are over all pages. */
  readonly total?: string | undefined;
  /** What the directions are called where a list is not in the order of time. */
  readonly words?: readonly [newer: string, older: string];
}): ReactNode {
  const { newer, older, onTurn, total, words: [newerWord, olderWord] = ['Newer', 'Older'] } = props;
  if (!newer && !older && total === undefined) return null;
  return (
    <nav
      aria-label={`${newerWord} and ${olderWord.toLowerCase()}`}
      className="flex items-center justify-end gap-2 border-t border-line px-6 py-3 max-sm:px-4"
    >
      {total !== undefined && <p className="mr-auto text-sm text-ink-3">{total}</p>}
      {(newer || older) && (
        <>
          <Button onClick={() => newer && onTurn(newer)} disabled={!newer}>
            <ChevronLeft className="size-4" aria-hidden /> {newerWord}
          </Button>
          <Button onClick={() => older && onTurn(older)} disabled={!older}>
            {olderWord} <ChevronRight className="size-4" aria-hidden />
          </Button>
        </>
      )}
    </nav>
  );
}
