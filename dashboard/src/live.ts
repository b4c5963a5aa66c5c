import { useSyncExternalStore, useEffect, useRef } from 'react';
import { requireSession } from './api.ts';
import { hasEnded, onSessionChange } from './session-end.ts';

/** A live event of the server: its name and data. */
export interface LiveEvent {
  readonly type: string;
  readonly data: unknown;
}

/** `live`: events arrive immediately. `polling`: there is no stream, and pages poll every few seconds. */
export type LiveState = 'connecting' | 'live' | 'polling';

const ADDRESS = '/dashboard/live';
const CHANNEL = 'postrider-live';
const RETRY_MS = 30_000;

/** Names of the stream's events. An EventSource only receives events that are registered by name. */
const EVENTS = ['message', 'event', 'webhook', 'progress'] as const;

type Shared =
  | { readonly kind: 'event'; readonly event: LiveEvent }
  | { readonly kind: 'state'; readonly state: LiveState };
interface Asked {
  readonly kind: 'hello';
}

const listeners = new Set<(event: LiveEvent) => void>();
const watchers = new Set<() => void>();
let state: LiveState = 'connecting';
let channel: BroadcastChannel | undefined;
let isLeader = false;

/**
 * Opens one stream for all tabs of a browser. Browsers allow six connections per host, and one stream per tab would use
 * them all. The tab that holds the lock listens and forwards events to the others. Without locks (plain http on another
 * machine), each visible tab has its own stream.
 */
export function startLive(): void {
  if (channel || typeof EventSource === 'undefined') return;
  channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', ({ data }: MessageEvent<Shared | Asked>) => hear(data));
  if ('locks' in navigator) {
    void navigator.locks.request(CHANNEL, () => {
      isLeader = true;
      listenWhileSignedIn();
      return new Promise(() => {});
    });
    tell({ kind: 'hello' });
  } else listenWhileSeen();
}

function hear(said: Shared | Asked): void {
  if (said.kind === 'hello') {
    if (isLeader) tell({ kind: 'state', state });
  } else if (said.kind === 'state') setState(said.state);
  else dispatch(said.event);
}

function tell(said: Shared | Asked): void {
  channel?.postMessage(said);
}

function listen(): () => void {
  const source = new EventSource(ADDRESS);
  let retry: ReturnType<typeof setTimeout> | undefined;
  let stopNext: (() => void) | undefined;
  source.addEventListener('open', () => share('live'));
  source.addEventListener('error', () => {
    // The browser reconnects automatically, unless the response was not a stream. In that case, retry from time to
    // time.
    const isRefused = source.readyState === EventSource.CLOSED;
    share(isRefused ? 'polling' : 'connecting');
    if (!isRefused) return;
    retry = setTimeout(() => (stopNext = listen()), RETRY_MS);
    // Browsers do not report the reason. If the session has ended, this shows the sign-in dialog.
    requireSession().catch(() => undefined);
  });
  for (const type of EVENTS) {
    source.addEventListener(type, (event: MessageEvent<unknown>) => {
      const said = { type, data: parsed(event.data) };
      dispatch(said);
      if (isLeader) tell({ kind: 'event', event: said });
    });
  }
  return () => {
    clearTimeout(retry);
    stopNext?.();
    source.close();
  };
}

/** Listens to the stream while the session is valid. Stops when it ends and continues with the next one. */
function listenWhileSignedIn(): () => void {
  let stop: (() => void) | undefined;
  const follow = (): void => {
    if (!hasEnded()) stop ??= listen();
    else if (stop) {
      stop();
      stop = undefined;
      share('connecting');
    }
  };
  const forget = onSessionChange(follow);
  follow();
  return () => {
    forget();
    stop?.();
  };
}

function listenWhileSeen(): void {
  let stop: (() => void) | undefined;
  const follow = (): void => {
    if (document.visibilityState === 'visible') stop ??= listenWhileSignedIn();
    else {
      stop?.();
      stop = undefined;
    }
  };
  document.addEventListener('visibilitychange', follow);
  follow();
}

function parsed(text: unknown): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}

function dispatch(event: LiveEvent): void {
  for (const listener of listeners) listener(event);
}

function share(next: LiveState): void {
  setState(next);
  if (isLeader) tell({ kind: 'state', state: next });
}

function setState(next: LiveState): void {
  state = next;
  for (const watcher of watchers) watcher();
}

/** Returns the state of the live stream. */
export function useLiveState(): LiveState {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => state,
  );
}

/** Calls `onEvent` with each event while the component is mounted. */
export function useLive(onEvent: (event: LiveEvent) => void): void {
  const latest = useRef(onEvent);
  useEffect(() => {
    latest.current = onEvent;
  });
  useEffect(() => onLive((event) => latest.current(event)), []);
}

/** Calls `listener` with each event until the returned function is called. */
export function onLive(listener: (event: LiveEvent) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
