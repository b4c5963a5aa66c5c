import { useEffect, useRef } from 'react';
import { useFilters, useGo } from './filters.ts';

/**
 * Opens what the URL requests with `?do=<what>`, as links and the palette do, and removes this parameter from the URL,
 * so that it is not opened again when the user returns. If `what` is false, for example because the user may not do
 * this, nothing is opened.
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
