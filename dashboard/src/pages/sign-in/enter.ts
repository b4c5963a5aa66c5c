import { announceSession } from '../../session-end.ts';
import { keepFile } from '../../save-file.ts';
import { destinationOf, isFile } from './destination.ts';

/**
 * Opens the dashboard after sign-in. All tabs reload, so that no data of a previous user remains. If the destination is
 * a download, it starts there.
 */
export function enter(next?: string): void {
  announceSession();
  const to = destinationOf(next);
  if (isFile(to)) keepFile(to);
  location.assign(isFile(to) ? '/app' : to);
}
