import type { Answer } from './api.ts';
import { useRead } from './reading.ts';

export type Session = Answer<'GET /dashboard/session'>;

const FRESH_EVERY_MS = 300_000;

/** Who is signed in, in which account, and what they may do. Within the shell there is always somebody. */
export function useSession(): Session {
  const { data } = useRead('GET /dashboard/session', {}, { every: FRESH_EVERY_MS });
  if (!data) throw new Error('A page of the shell was shown without a session');
  return data;
}

/** Whether the role of who is signed in allows a scope, so that what would be refused is not offered. */
export function useMay(scope: string): boolean {
  return useSession().scopes.includes(scope);
}
