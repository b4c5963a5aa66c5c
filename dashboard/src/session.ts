import { useSyncExternalStore } from 'react';
import { ApiProblem, call, type Answer } from './api.ts';
import { beginAnew } from './begin-anew.ts';
import { cache, pauseWithSession, useRead } from './reading.ts';
import {
  announceSession,
  goOn,
  hasEnded,
  isKnown,
  onOtherPerson,
  onOtherSession,
  onSessionChange,
  sessionIs,
  whoseOf,
} from './session-end.ts';

export type Session = Answer<'GET /dashboard/session'>;

const FRESH_EVERY_MS = 300_000;

/** Who is signed in, in which account, and what they may do. Within the shell there is always somebody. */
export function useSession(): Session {
  const { data } = useRead('GET /dashboard/session', {}, { every: FRESH_EVERY_MS });
  if (!data) throw new Error('A shell page was rendered without a session');
  return data;
}

/** Whether the role of who is signed in allows a scope, so that what would be refused is not offered. */
export function useMay(scope: string): boolean {
  return useSession().scopes.includes(scope);
}

/** Whether the session of this tab has ended, and the page waits for somebody to sign in again. */
export function useHasEnded(): boolean {
  return useSyncExternalStore(onSessionChange, hasEnded);
}

/** Resumes where the session ended, here and in the other tabs; reloads the page when another user has signed in. */
export async function resume(): Promise<void> {
  const session = await call('GET /dashboard/session');
  announceSession();
  goOnWith(session);
}

function goOnWith(session: Session): void {
  if (!sessionIs(whoseOf(session))) {
    beginAnew('/app');
    return;
  }
  cache.setQueryData(['GET /dashboard/session', {}], session);
  goOn();
}

/** Keeps this tab in step with the session of its browser, whichever tab begins or ends it; once, at the start. */
export function followSession(): void {
  pauseWithSession();
  onOtherPerson(beginAnew);
  onOtherSession(() => void look());
  // A page that Back brings out of the browser's memory may be that of somebody who has left since.
  addEventListener('pageshow', ({ persisted }) => persisted && void look());
}

/** The session may be another one. One that was ended elsewhere, by signing out, leaves nothing of its pages here. */
async function look(): Promise<void> {
  if (!isKnown()) return;
  const hadEnded = hasEnded();
  try {
    const session = await call('GET /dashboard/session');
    if (hadEnded) goOnWith(session);
    else if (!sessionIs(whoseOf(session))) beginAnew();
  } catch (error) {
    const isSignedOut = error instanceof ApiProblem && error.status === 401;
    if (isSignedOut && !hadEnded) beginAnew();
  }
}
