import { announceSession } from '../../session-end.ts';
import { keepFile } from '../../save-file.ts';
import { destinationOf, isFile } from './destination.ts';

/**
 * Opens the dashboard after sign-in. Notifies the other tabs, so that they do not keep data of a previous user. If the
 * destination is a download, the dashboard starts the download.
 */
export function enter(next?: string): void {
  announceSession();
  const to = destinationOf(next);
  if (isFile(to)) keepFile(to);
  location.assign(isFile(to) ? '/app' : to);
}
