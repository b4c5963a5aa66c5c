import { useEffect } from 'react';
import type { Answer } from '../../api.ts';
import { cache, useAct } from '../../reading.ts';
import { useMay } from '../../session.ts';

type DomainPage = Answer<'GET /dashboard/domains/{id}'>;

const EVERY_MS = 5_000;

/**
 * Checks the DNS records of a domain every few seconds, as long as the page is visible, the user may do so, and either
 * a record that is not optional is invalid or a key is waiting.
 */
export function useChecking(domain: DomainPage): {
  readonly isAwaited: boolean;
  /** Undefined if the user has read-only access. */
  readonly check: { readonly now: () => void; readonly isPending: boolean } | undefined;
} {
  const mayCheck = useMay('dashboard:write');
  const id = String(domain.id);
  const isAwaited =
    domain.records.some(({ need, valid }) => need !== 'optional' && !valid) ||
    domain.keys.some(({ state }) => state === 'waiting');
  const { act, isPending } = useAct('POST /dashboard/domains/{id}/check', {
    refresh: ['GET /domains'],
    onDone: (answer) => cache.setQueryData(['GET /dashboard/domains/{id}', { params: { id } }], answer),
  });
  useEffect(() => {
    if (!isAwaited || !mayCheck || isPending) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') act({ params: { id } });
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [act, id, isAwaited, isPending, mayCheck]);
  return { isAwaited, check: mayCheck ? { now: () => act({ params: { id } }), isPending } : undefined };
}
