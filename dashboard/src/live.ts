import { useSyncExternalStore, useEffect, useRef } from 'react';
import { requireSession } from './api.ts';
import { hasEnded, onSessionChange } from './session-end.ts';

/** A live event from the server: its name and its data. */
export interface LiveEvent {
  readonly type: string;
  readonly data: unknown;
}

/**
 * `live` means that events arrive immediately. `polling` means that there is no stream, and that pages poll every few
 * seconds.
 */
export type LiveState = 'connecting' | 'live' | 'polling';

const ADDRESS = '/dashboard/live';
const CHANNEL = 'postrider-live';
const RETRY_MS = 30_000;

/** Names of the stream's events. An EventSource receives only events for which a listener is registered by name. */
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
 * Opens one stream for all tabs of a browser. With one stream per tab, the tabs could use all six connections per host
 * that browsers allow. The tab that holds a lock receives the events and forwards them to the other tabs. If the
 * browser does not support locks, for example when the dashboard is opened from another machine over plain HTTP, each
 * visible tab has its own stream.
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
    report({ kind: 'hello' });
  } else listenWhileSeen();
}

function hear(said: Shared | Asked): void {
  if (said.kind === 'hello') {
    if (isLeader) report({ kind: 'state', state });
  } else if (said.kind === 'state') setState(said.state);
  else dispatch(said.event);
}

function report(said: Shared | Asked): void {
  channel?.postMessage(said);
}

function listen(): () => void {
  const source = new EventSource(ADDRESS);
  let retry: ReturnType<typeof setTimeout> | undefined;
  let stopNext: (() => void) | undefined;
  source.addEventListener('open', () => share('live'));
  source.addEventListener('error', () => {
    // The browser reconnects automatically, except if the response was not an event stream. In this case, retry after a
    // while.
    const isRefused = source.readyState === EventSource.CLOSED;
    share(isRefused ? 'polling' : 'connecting');
    if (!isRefused) return;
    retry = setTimeout(() => (stopNext = listen()), RETRY_MS);
    // Browsers do not report why the connection failed. If the session has ended, this request shows the sign-in
    // dialog.
    requireSession().catch(() => undefined);
  });
  for (const type of EVENTS) {
    source.addEventListener(type, (event: MessageEvent<unknown>) => {
      const said = { type, data: parsed(event.data) };
      dispatch(said);
      if (isLeader) report({ kind: 'event', event: said });
    });
  }
  return () => {
    clearTimeout(retry);
    stopNext?.();
    source.close();
  };
}

/**
 * Listens to the stream while there is a valid session. Stops when the session ends, and continues after the next
 * sign-in.
 */
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
  if (isLeader) report({ kind: 'state', state: next });
}

function setState(next: LiveState): void {
  state = next;
  for (const watcher of watchers) watcher();
}

/** Returns the current state of the live stream. */
export function useLiveState(): LiveState {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => state,
  );
}

/** Calls `onEvent` with each live event while the component is mounted. */
export function useLive(onEvent: (event: LiveEvent) => void): void {
  const latest = useRef(onEvent);
  useEffect(() => {
    latest.current = onEvent;
  });
  useEffect(() => onLive((event) => latest.current(event)), []);
}

/** Calls `listener` with each live event until the returned function is called. */
export function onLive(listener: (event: LiveEvent) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
