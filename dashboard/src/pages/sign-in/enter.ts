import { announceSession } from '../../session-end.ts';
import { keepFile } from '../../save-file.ts';
import { destinationOf, isFile } from './destination.ts';

/**
 * Goes into the dashboard after the session has begun. The page is loaded anew, in every tab, so that nothing stays of
 * whoever was signed in before. Where somebody wanted a file, it is saved there.
 */
export function enter(next?: string): void {
  announceSession();
  const to = destinationOf(next);
  if (isFile(to)) keepFile(to);
  location.assign(isFile(to) ? '/app' : to);
}
