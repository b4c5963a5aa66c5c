const CHANNEL = 'postrider-session';

/** The signed-in user and the account, combined into one string. */
type Whose = string;

let whose: Whose | undefined;
let isEnded = false;
const watchers = new Set<() => void>();
const leavers = new Set<() => void>();
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(CHANNEL);

/** Returns whether the session of this tab has ended. */
export function hasEnded(): boolean {
  return isEnded;
}

/** Returns whether this tab shows data of a signed-in user. */
export function isKnown(): boolean {
  return whose !== undefined;
}

/** Calls `watcher` each time the session ends or resumes, until the returned function is called. */
export function onSessionChange(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/**
 * Returns a string that identifies the user and the account of a session. Data that was loaded for one user and account
 * must not be shown to others.
 */
export function whoseOf({ account, person }: Record<'account' | 'person', { readonly id: number }>): Whose {
  return `${person.id} in ${account.id}`;
}

/**
 * Stores the user and the account of this tab's session on the first call. Returns false if a later call has another
 * user or account. In that case, the data that was already loaded must not be shown.
 */
export function sessionIs(now: Whose): boolean {
  const isSame = whose === undefined || whose === now;
  whose ??= now;
  return isSame;
}

/** Registers a callback that is called when a response shows that the session belongs to another user or account. */
export function onOtherPerson(leave: () => void): void {
  leavers.add(leave);
}

/** Calls the callbacks that reload the page, because the session belongs to another user or account. */
export function leaveToOther(): void {
  for (const leave of leavers) leave();
}

/** Marks the session of this tab as ended. Returns false if this tab never had a session. */
export function endSession(): boolean {
  if (whose === undefined) return false;
  change(true);
  return true;
}

/** Marks the session as valid again after a sign-in. */
export function markSessionValid(): void {
  change(false);
}

/** Resolves when there is a valid session again. */
export async function signedInAgain(): Promise<void> {
  await new Promise<void>((resolve) => {
    const stop = onSessionChange(() => {
      if (isEnded) return;
      stop();
      resolve();
    });
  });
}

/** Notifies the other tabs that the session was replaced or has ended. */
export function announceSession(): void {
  channel?.postMessage('changed');
}

/** Registers a callback that is called when another tab calls `announceSession`. */
export function onOtherSession(look: () => void): void {
  channel?.addEventListener('message', look);
}

function change(next: boolean): void {
  if (next === isEnded) return;
  isEnded = next;
  for (const watcher of watchers) watcher();
}
