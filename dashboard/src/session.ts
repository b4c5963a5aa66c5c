import { useSyncExternalStore } from 'react';
import { ApiProblem, call, type Answer } from './api.ts';
import { reloadPage } from './reload-page.ts';
import { cache, pauseWithSession, useRead } from './reading.ts';
import {
  announceSession,
  markSessionValid,
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

/**
 * Returns the signed-in user, the account, and the permissions. Must only be used on pages inside the shell, where the
 * session is always loaded. Throws if it is not.
 */
export function useSession(): Session {
  const { data } = useRead('GET /dashboard/session', {}, { every: FRESH_EVERY_MS });
  if (!data) throw new Error('A shell page was rendered without a session');
  return data;
}

/** Returns whether the user's role allows a scope, so that pages can hide unavailable actions. */
export function useMay(scope: string): boolean {
  return useSession().scopes.includes(scope);
}

/** Returns whether the session of this tab has ended. The page must then wait until the user has signed in again. */
export function useHasEnded(): boolean {
  return useSyncExternalStore(onSessionChange, hasEnded);
}

/** Continues after a new sign-in, in this tab and the other tabs. Reloads the page if another user has signed in. */
export async function resume(): Promise<void> {
  const session = await call('GET /dashboard/session');
  announceSession();
  goOnWith(session);
}

function goOnWith(session: Session): void {
  if (!sessionIs(whoseOf(session))) {
    reloadPage('/app');
    return;
  }
  cache.setQueryData(['GET /dashboard/session', {}], session);
  markSessionValid();
}

/** Updates this tab when any tab starts or ends the browser's session. Must be called once, at startup. */
export function followSession(): void {
  pauseWithSession();
  onOtherPerson(reloadPage);
  onOtherSession(() => void look());
  // Check the session again, because the browser can restore a page from the back/forward cache after its user has
  // signed out.
  addEventListener('pageshow', ({ persisted }) => persisted && void look());
}

/**
 * Checks the session after another tab has changed it or the browser has restored the page. Reloads the page if the
 * user has signed out or the user or account has changed. If the session of this tab had ended and is valid again,
 * continues.
 */
async function look(): Promise<void> {
  if (!isKnown()) return;
  const hadEnded = hasEnded();
  try {
    const session = await call('GET /dashboard/session');
    if (hadEnded) goOnWith(session);
    else if (!sessionIs(whoseOf(session))) reloadPage();
  } catch (error) {
    const isSignedOut = error instanceof ApiProblem && error.status === 401;
    if (isSignedOut && !hadEnded) reloadPage();
  }
}
