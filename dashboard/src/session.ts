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

/** Returns the signed-in person, the account, and their permissions. Pages inside the shell always have a session. */
export function useSession(): Session {
  const { data } = useRead('GET /dashboard/session', {}, { every: FRESH_EVERY_MS });
  if (!data) throw new Error('A shell page was rendered without a session');
  return data;
}

/** Returns whether the user's role allows a scope, so that unavailable actions can be hidden. */
export function useMay(scope: string): boolean {
  return useSession().scopes.includes(scope);
}

/** Returns whether the session of this tab has ended and the page waits for the user to sign in again. */
export function useHasEnded(): boolean {
  return useSyncExternalStore(onSessionChange, hasEnded);
}

/** Resumes where the session ended, here and in the other tabs. Reloads the page if another user has signed in. */
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

/**
 * Keeps this tab in sync with the session of the browser, whichever tab starts or ends it. Call this once, at startup.
 */
export function followSession(): void {
  pauseWithSession();
  onOtherPerson(beginAnew);
  onOtherSession(() => void look());
  // A page restored from the back/forward cache may belong to a person who has signed out since.
  addEventListener('pageshow', ({ persisted }) => persisted && void look());
}

/** Checks the session after a change in another tab. If the user signed out there, this tab is cleared too. */
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
