import { useEffect, useRef } from 'react';
import { useFilters, useGo } from './filters.ts';

/**
 * Opens something if the URL contains `?do=<what>`, which links and the command palette use. Then removes the parameter
 * from the URL, so that a return to the page does not open it again. If `what` is false, for example because the user
 * lacks a permission, does not open anything.
 */
export function useAsked(what: string | false, onAsked: () => void): void {
  const { do: asked, ...rest } = useFilters().filters;
  const go = useGo();
  const latest = useRef({ onAsked, rest });
  useEffect(() => {
    latest.current = { onAsked, rest };
  });
  useEffect(() => {
    if (what === false || asked !== what) return;
    go(undefined, latest.current.rest, true);
    latest.current.onAsked();
  }, [asked, what, go]);
}
