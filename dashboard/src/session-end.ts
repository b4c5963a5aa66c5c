const CHANNEL = 'postrider-session';

/** Who is signed in and in which account, as one text. */
type Whose = string;

let whose: Whose | undefined;
let isEnded = false;
const watchers = new Set<() => void>();
const leavers = new Set<() => void>();
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(CHANNEL);

/** Whether the session of this tab has ended: nothing is asked then but to sign in again. */
export function hasEnded(): boolean {
  return isEnded;
}

/** Whether this tab shows something of somebody who signed in. */
export function isKnown(): boolean {
  return whose !== undefined;
}

/** Calls back when the session ends or goes on, until the returned function is called. */
export function onSessionChange(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Whose a session is: another person, or another account, has nothing to see of what was read. */
export function whoseOf({ account, person }: Record<'account' | 'person', { readonly id: number }>): Whose {
  return `${person.id} in ${account.id}`;
}

/** Keeps whose session this tab shows. False when the session is somebody else's by now, who has nothing to see of it. */
export function sessionIs(now: Whose): boolean {
  const isSame = whose === undefined || whose === now;
  whose ??= now;
  return isSame;
}

/** Calls back when a call has found that the session is somebody else's by now. */
export function onOtherPerson(leave: () => void): void {
  leavers.add(leave);
}

/** Reloads the page, because another user has signed in. */
export function leaveToOther(): void {
  for (const leave of leavers) leave();
}

/** Ends the session of this tab, because the server knows of none. False where this tab never had one. */
export function endSession(): boolean {
  if (whose === undefined) return false;
  change(true);
  return true;
}

/** Goes on with the session that was begun in the place of the one that ended. */
export function goOn(): void {
  change(false);
}

/** Resolves when there is a session again. */
export async function signedInAgain(): Promise<void> {
  await new Promise<void>((resolve) => {
    const stop = onSessionChange(() => {
      if (isEnded) return;
      stop();
      resolve();
    });
  });
}

/** Tells the other tabs that there is another session, or none. */
export function announceSession(): void {
  channel?.postMessage('changed');
}

/** Calls back when another tab has begun a session or ended it. */
export function onOtherSession(look: () => void): void {
  channel?.addEventListener('message', look);
}

function change(next: boolean): void {
  if (next === isEnded) return;
  isEnded = next;
  for (const watcher of watchers) watcher();
}
