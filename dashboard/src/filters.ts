import { useRouter, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { FilterChanges, Filters, Lists } from './filter-parts.ts';

export type { FilterChanges, Filters } from './filter-parts.ts';

/** How a filter gets into the history: as a step that Back undoes, or in the place of the address that is shown. */
type Way = 'push' | 'replace';

/** Reads the query of an address: texts, and lists for names that end with `[]`. */
export function parseSearch(text: string): Record<string, string | string[]> {
  const query = new URLSearchParams(text);
  return Object.fromEntries(
    [...new Set(query.keys())].map((name) => [
      name,
      name.endsWith('[]') ? query.getAll(name) : (query.getAll(name).at(-1) ?? ''),
    ]),
  );
}

/** Writes the query of an address, with its question mark; what is empty is left out. */
export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined && each !== '') query.append(name, String(each));
    }
  }
  return query.size === 0 ? '' : `?${query}`;
}

/** The filters of a page, which are the query of its address: shareable, and kept and undone by back and forward. */
export function useFilters(): {
  readonly filters: Filters;
  /** Those of names that end with `[]`. */
  readonly lists: Lists;
  /**
   * Sets some of them; an empty text or list takes one away. Paging begins anew unless it is what is set. Each change is a
   * step that Back undoes; `replace` is for what is no step: the tab of a page that is shown.
   */
  readonly setFilters: (changes: FilterChanges, way?: Way) => void;
} {
  // Addresses are read by `parseSearch`.
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

/** Goes to a page, with filters; without a page it stays on this one. `isSame` leaves no step to go back by. */
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
