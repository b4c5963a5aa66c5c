import { useEffect, useRef } from 'react';
import { useFilters, useGo } from './filters.ts';

/**
 * Opens what the address asks of a page with `?do=<what>`, as links and the palette write it, and takes that out of the
 * address again: whoever comes back to the page by it finds the page alone. Without `what`, as for who may not, nothing is opened.
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
