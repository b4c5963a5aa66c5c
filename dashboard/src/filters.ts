import { useRouter, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

/** The filters of a page, which are the query of its address: shareable, and kept by back and forward. */
export function useFilters(): {
  readonly filters: Readonly<Record<string, string | undefined>>;
  /** Sets some of them; an empty text takes one away. Paging begins anew unless it is what is set. */
  readonly setFilters: (changes: Readonly<Record<string, string>>) => void;
} {
  // Addresses are read as plain texts by `parseSearch` of main.tsx.
  const filters: Readonly<Record<string, string | undefined>> = useSearch({ strict: false });
  const go = useGo();
  return {
    filters,
    setFilters: (changes) => {
      const { after: _after, before: _before, ...rest } = filters;
      const all = Object.entries({ ...rest, ...changes }).filter(([, value]) => value !== '' && value !== undefined);
      go(undefined, Object.fromEntries(all), true);
    },
  };
}

/** Goes to a page, with filters; without a page it stays on this one. `isSame` leaves no step to go back by. */
export function useGo(): (
  to: string | undefined,
  filters?: Readonly<Record<string, string | undefined>>,
  isSame?: boolean,
) => void {
  const router = useRouter();
  return useCallback(
    (to, filters = {}, isSame = false) => {
      const given = Object.entries(filters).flatMap(([name, value]) => (value ? [[name, value]] : []));
      const query = new URLSearchParams(given).toString();
      const address = (to === undefined ? location.pathname : `/app${to === '/' ? '' : to}`) + (query && `?${query}`);
      if (isSame) router.history.replace(address);
      else router.history.push(address);
    },
    [router],
  );
}
