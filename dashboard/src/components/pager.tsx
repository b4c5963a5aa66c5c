import type { ReactNode } from 'react';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { Filters, FilterChanges, useFilters } from '../filters.ts';
import { Button } from './button.tsx';

/** A page of a list whose pages are requested with the cursors `after` and `before`. */
interface CursorPage {
  readonly has_more: boolean;
  /** Cursor of the next page in the requested direction. Undefined at the end of the list. */
  readonly next?: string | null;
}

/**
 * Returns the filter changes for links to the newer and the older page, so that each page has its own URL. `first` and
 * `last` are the cursors of the first and the last row of the page. A value is undefined if there is no such page.
 */
export function pagesAround(
  filters: Filters,
  page: CursorPage,
  [first, last]: readonly [first: string | undefined, last: string | undefined],
): { readonly newer: FilterChanges | undefined; readonly older: FilterChanges | undefined } {
  const isBackwards = filters['before'] !== undefined;
  const onwards = page.has_more ? (page.next ?? (isBackwards ? first : last)) : undefined;
  if (isBackwards) {
    // The older page exists because the user came from it, unless its entries have since been deleted.
    const older = last ?? filters['before'];
    return {
      newer: onwards === undefined ? undefined : { before: onwards },
      older: older ? { after: older } : undefined,
    };
  }
  const older = onwards === undefined ? undefined : { after: onwards };
  if (filters['after'] === undefined) return { newer: undefined, older };
  // If the list became shorter and the cursor is after its end, link to the first page as the newer page.
  return { newer: first === undefined ? { after: '' } : { before: first }, older };
}

/**
 * Returns the newer and the older page like `pagesAround` does, for lists that can only be read forward. The cursors of
 * the previous pages are stored in the URL.
 */
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

/**
 * Returns the newer and the older page like `pagesAround` does, for lists with page numbers. The URL of the first page
 * has no page number.
 */
export function pagesNumbered(page: { readonly current_page: number; readonly last_page: number }): {
  readonly newer: FilterChanges | undefined;
  readonly older: FilterChanges | undefined;
} {
  const { current_page: at, last_page: last } = page;
  // If the list became shorter and the page is after its end, link to the last page as the newer page.
  const newer = Math.min(at - 1, last);
  return {
    newer: newer < 1 ? undefined : { page: newer === 1 ? '' : String(newer) },
    older: at < last ? { page: String(at + 1) } : undefined,
  };
}

/** Represents the first page, which has no cursor. */
const FIRST = '-';

/** Renders buttons for the newer and the older page of a list, and the total. */
export function Pager(props: {
  /** Filter changes that open the newer page. Undefined if there is no newer page. */
  readonly newer: FilterChanges | undefined;
  readonly older: FilterChanges | undefined;
  readonly onPageChange: (to: FilterChanges) => void;
  /** Total number of entries on all pages. */
  readonly total?: string | undefined;
  /** Labels of the buttons, for lists that are not sorted by time. */
  readonly words?: readonly [newer: string, older: string];
}): ReactNode {
  const { newer, older, onPageChange, total, words: [newerWord, olderWord] = ['Newer', 'Older'] } = props;
  if (!newer && !older && total === undefined) return null;
  return (
    <nav
      aria-label={`${newerWord} and ${olderWord.toLowerCase()}`}
      className="flex items-center justify-end gap-2 border-t border-line px-6 py-3 max-sm:px-4"
    >
      {total !== undefined && <p className="mr-auto text-sm text-ink-3">{total}</p>}
      {(newer || older) && (
        <>
          <Button onClick={() => newer && onPageChange(newer)} disabled={!newer}>
            <ChevronLeft className="size-4" aria-hidden /> {newerWord}
          </Button>
          <Button onClick={() => older && onPageChange(older)} disabled={!older}>
            {olderWord} <ChevronRight className="size-4" aria-hidden />
          </Button>
        </>
      )}
    </nav>
  );
}
