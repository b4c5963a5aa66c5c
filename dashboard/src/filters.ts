import { useRouter, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { FilterChanges, Filters, Lists } from './filter-parts.ts';

export type { FilterChanges, Filters } from './filter-parts.ts';

/**
 * Effect of a filter change on the browser history: `push` adds an entry, so that Back undoes the change, and `replace`
 * changes the current entry.
 */
type Way = 'push' | 'replace';

/** Parses the query of a URL. Values are strings, or arrays if their names end with `[]`. */
export function parseSearch(text: string): Record<string, string | string[]> {
  const query = new URLSearchParams(text);
  return Object.fromEntries(
    [...new Set(query.keys())].map((name) => [
      name,
      name.endsWith('[]') ? query.getAll(name) : (query.getAll(name).at(-1) ?? ''),
    ]),
  );
}

/** Returns the query of a URL, including the question mark. Omits empty values. */
export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined && each !== '') query.append(name, String(each));
    }
  }
  return query.size === 0 ? '' : `?${query}`;
}

/**
 * Returns the filters of a page. They are stored in the URL, so that users can share them and undo changes with Back.
 */
export function useFilters(): {
  readonly filters: Filters;
  /** Values of the filters whose names end with `[]`. */
  readonly lists: Lists;
  /**
   * Changes filters. An empty string or array removes a filter. Returns to the first page of the list unless the change
   * sets a page. By default, each change adds a history entry, so that Back undoes the change. `replace` is for changes
   * that should not add an entry, such as switching tabs.
   */
  readonly setFilters: (changes: FilterChanges, way?: Way) => void;
} {
  // Safe cast: `parseSearch` has parsed the URL.
  const search: Readonly<Record<string, string | string[] | undefined>> = useSearch({ strict: false });
  const go = useGo();
  return {
    filters: Object.fromEntries(Object.entries(search).filter(isText)),
    lists: Object.fromEntries(Object.entries(search).filter(isList)),
    setFilters: (changes, way = 'push') => {
      const { after: _after, before: _before, page: _page, 'past[]': _past, ...rest } = search;
      const isSame = stringifySearch({ ...rest, ...changes }) === stringifySearch(search);
      if (!isSame) go(undefined, { ...rest, ...changes }, way === 'replace');
    },
  };
}

function isText(entry: readonly [string, unknown]): entry is [string, string] {
  return typeof entry[1] === 'string';
}

function isList(entry: readonly [string, unknown]): entry is [string, string[]] {
  return Array.isArray(entry[1]);
}

/**
 * Returns a function that opens a page with the given filters. If `to` is undefined, it replaces all filters of the
 * current page. If `isSame` is true, it replaces the current history entry instead of adding one.
 */
export function useGo(): (
  to: string | undefined,
  filters?: Readonly<Record<string, string | readonly string[] | undefined>>,
  isSame?: boolean,
) => void {
  const router = useRouter();
  return useCallback(
    (to, filters = {}, isSame = false) => {
      const path = to === undefined ? location.pathname : `/app${to === '/' ? '' : to}`;
      const address = path + stringifySearch(filters);
      if (isSame) router.history.replace(address);
      else router.history.push(address);
    },
    [router],
  );
}
