import { announceSession } from '../../session-end.ts';
import { keepFile } from '../../save-file.ts';
import { destinationOf, isFile } from './destination.ts';

/**
 * Opens the dashboard after sign-in. Reloads all tabs, so that no data of a previous user remains. If the destination
 * is a download, the dashboard starts the download.
 */
export function enter(next?: string): void {
  announceSession();
  const to = destinationOf(next);
  if (isFile(to)) keepFile(to);
  location.assign(isFile(to) ? '/app' : to);
}
