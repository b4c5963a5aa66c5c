import { useEffect, useRef } from 'react';
import type { OperationName } from './api.ts';
import { useLive, useLiveState } from './live.ts';
import { refresh } from './reading.ts';

/** Operations whose responses are outdated after each type of live event. */
const CHANGED: Readonly<Record<string, readonly OperationName[]>> = {
  message: [
    'GET /transactional/emails',
    'GET /transactional/emails/{id}',
    'GET /dashboard/overview',
    'GET /dashboard/keys/{id}/first-message',
  ],
  event: ['GET /transactional/emails/{id}', 'GET /dashboard/messages/{id}/route', 'GET /inbox'],
  webhook: [
    'GET /dashboard/messages/{id}/route',
    'GET /transactional/webhook/deliveries',
    'GET /transactional/webhook/health',
  ],
  progress: [
    'GET /dashboard/suppressions/imports',
    'GET /transactional/suppressions',
    'GET /contacts/imports',
    'GET /contacts/imports/{id}',
    'GET /contacts/bulk-actions/{id}',
  ],
};

/** Events that arrive within this many milliseconds cause only one refresh. */
const BURST_MS = 400;
const POLL_MS = 5_000;

/** Keeps the data of pages up to date with the live stream. Without the stream, polls every few seconds. */
export function useLiveRefresh(): void {
  const waiting = useRef(new Set<OperationName>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const state = useLiveState();
  useLive(({ type }) => {
    for (const name of CHANGED[type] ?? []) waiting.current.add(name);
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      refresh([...waiting.current]);
      waiting.current.clear();
    }, BURST_MS);
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (state !== 'polling') return;
    const poll = setInterval(() => {
      if (document.visibilityState === 'visible') refresh(Object.values(CHANGED).flat());
    }, POLL_MS);
    return () => clearInterval(poll);
  }, [state]);
}
