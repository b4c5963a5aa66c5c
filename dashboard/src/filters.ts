import { useRouter, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { FilterChanges, Filters, Lists } from './filter-parts.ts';

export type { FilterChanges, Filters } from './filter-parts.ts';

/**
 * How a filter changes the browser history: `push` adds an entry that Back undoes, and `replace` changes the current
 * entry.
 */
type Way = 'push' | 'replace';

/** Parses the query of a URL into strings, and arrays for names that end with `[]`. */
export function parseSearch(text: string): Record<string, string | string[]> {
  const query = new URLSearchParams(text);
  return Object.fromEntries(
    [...new Set(query.keys())].map((name) => [
      name,
      name.endsWith('[]') ? query.getAll(name) : (query.getAll(name).at(-1) ?? ''),
    ]),
  );
}

/** Returns the query of a URL with its question mark. Omits empty values. */
export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined && each !== '') query.append(name, String(each));
    }
  }
  return query.size === 0 ? '' : `?${query}`;
}

/** Returns the filters of a page. They are the query of the URL, so that they can be shared and undone with Back. */
export function useFilters(): {
  readonly filters: Filters;
  /** Conditions with names that end with `[]`. */
  readonly lists: Lists;
  /**
   * Changes filters. An empty string or array removes one. Paging starts again unless the change sets it. Each change
   * adds a history entry that Back undoes. `replace` is for changes that should not add one, such as the tab of a page.
   */
  readonly setFilters: (changes: FilterChanges, way?: Way) => void;
} {
  // `parseSearch` reads the URL, so this type is correct.
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
 * Returns a function that opens a page with filters, or changes the filters of this page. `isSame` adds no history
 * entry.
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
