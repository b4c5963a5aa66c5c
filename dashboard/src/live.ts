import { useSyncExternalStore, useEffect, useRef } from 'react';
import { requireSession } from './api.ts';
import { hasEnded, onSessionChange } from './session-end.ts';

/** What the server says as it happens: the event's name and what it holds. */
export interface LiveEvent {
  readonly type: string;
  readonly data: unknown;
}

/** `live`: told at once. `polling`: there is no stream, pages ask every few seconds instead. */
export type LiveState = 'connecting' | 'live' | 'polling';

const ADDRESS = '/dashboard/live';
const CHANNEL = 'postrider-live';
const RETRY_MS = 30_000;

/** Names of the stream's events; an EventSource hears only those that it was told of. */
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
 * Opens the stream, one for all tabs of a browser: a browser holds six connections to a host, and a stream a tab would
 * take them all. The tab that holds the lock listens and tells the others. Without locks (plain http on another machine)
 * a tab has a stream of its own while it is looked at.
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
    // The browser connects again by itself, unless the answer was no stream: then we look now and then.
    const isRefused = source.readyState === EventSource.CLOSED;
    share(isRefused ? 'polling' : 'connecting');
    if (!isRefused) return;
    retry = setTimeout(() => (stopNext = listen()), RETRY_MS);
    // Browsers do not say why: if the session has ended, this asks to sign in again.
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

/** Nothing is asked while the session has ended; the stream goes on with the next one. */
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

/** Whether pages are told at once. */
export function useLiveState(): LiveState {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => state,
  );
}

/** Calls back with each event while the component is shown. */
export function useLive(onEvent: (event: LiveEvent) => void): void {
  const latest = useRef(onEvent);
  useEffect(() => {
    latest.current = onEvent;
  });
  useEffect(() => onLive((event) => latest.current(event)), []);
}

/** Calls back with each event until the returned function is called. */
export function onLive(listener: (event: LiveEvent) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
