import { useEffect, useRef } from 'react';
import { useFilters, useGo } from './filters.ts';

/**
 * Calls `onAsked` if the URL parameter `do` equals `what`. Links and the command palette set this parameter. The
 * parameter is removed, so that returning to the page does not call `onAsked` again. Does nothing if `what` is false,
 * for example because the user lacks a permission.
 */
export function useDoParameter(what: string | false, onAsked: () => void): void {
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
