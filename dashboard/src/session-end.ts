const CHANNEL = 'postrider-session';

/** The signed-in person and account as one string. */
type Whose = string;

let whose: Whose | undefined;
let isEnded = false;
const watchers = new Set<() => void>();
const leavers = new Set<() => void>();
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(CHANNEL);

/** Returns whether the session of this tab has ended. The only allowed request then is to sign in again. */
export function hasEnded(): boolean {
  return isEnded;
}

/** Returns whether this tab shows data of a signed-in person. */
export function isKnown(): boolean {
  return whose !== undefined;
}

/** Calls `watcher` when the session ends or resumes, until the returned function is called. */
export function onSessionChange(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Returns the person and account of a session. Another person or account must not see data that was loaded before. */
export function whoseOf({ account, person }: Record<'account' | 'person', { readonly id: number }>): Whose {
  return `${person.id} in ${account.id}`;
}

/**
 * Stores the person and account of this tab's session. Returns false if they have changed, in which case the loaded
 * data must not be shown.
 */
export function sessionIs(now: Whose): boolean {
  const isSame = whose === undefined || whose === now;
  whose ??= now;
  return isSame;
}

/** Registers a callback for when a request finds that another person has signed in. */
export function onOtherPerson(leave: () => void): void {
  leavers.add(leave);
}

/** Reloads the page, because another user has signed in. */
export function leaveToOther(): void {
  for (const leave of leavers) leave();
}

/** Marks the session of this tab as ended. Returns false if this tab never had one. */
export function endSession(): boolean {
  if (whose === undefined) return false;
  change(true);
  return true;
}

/** Continues with the new session. */
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

/** Notifies the other tabs that the session was replaced or ended. */
export function announceSession(): void {
  channel?.postMessage('changed');
}

/** Registers a callback for when another tab starts or ends a session. */
export function onOtherSession(look: () => void): void {
  channel?.addEventListener('message', look);
}

function change(next: boolean): void {
  if (next === isEnded) return;
  isEnded = next;
  for (const watcher of watchers) watcher();
}
