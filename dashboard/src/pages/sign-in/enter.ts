import { announceSession } from '../../session-end.ts';
import { destinationOf } from './destination.ts';

/**
 * Goes into the dashboard after the session has begun. The page is loaded anew, in every tab, so that nothing stays of
 * whoever was signed in before.
 */
export function enter(next?: string): void {
  announceSession();
  location.assign(destinationOf(next));
}
