import { useEffect, useRef, useState, type ReactNode } from 'react';
import { ApiProblem } from './api.ts';
import { Button } from './components/button.tsx';
import { LeaveGuard, UNSAVED } from './components/leave-guard.tsx';

/** Milliseconds after the last keystroke until changes are saved. */
const PAUSE_MS = 1_200;
/** Milliseconds between attempts while saving fails. Each wait is twice as long as the previous one. */
const RETRY_MS = 2_000;
const MAX_RETRY_MS = 60_000;
const TOO_MANY_REQUESTS = 429;

type Saving =
  | { readonly state: 'rest' | 'typing' | 'saving' | 'saved' }
  | { readonly state: 'failed'; readonly problem: ApiProblem };

interface Autosave<Change> {
  /** Records a change. It is saved after a pause, or immediately with `now`. */
  readonly note: (change: Change) => void;
  readonly now: () => void;
  readonly saving: Saving;
  /** Problem of the last save, whose errors the fields show. */
  readonly problem: ApiProblem | null;
}

/**
 * Saves changes automatically with one request at a time. Changes during a request are sent with the next one. Changes
 * that could not be saved are kept and sent with the next change. If only the server or the network failed, saving is
 * also retried after a pause and when the browser is online again.
 */
export function useAutosave<Change extends object>(send: (change: Change) => Promise<unknown>): Autosave<Change> {
  const [saving, setSaving] = useState<Saving>({ state: 'rest' });
  const due = useRef<Change>(undefined);
  const isSending = useRef(false);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const failures = useRef(0);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      clearTimeout(pause.current);
    };
  }, []);
  const flush = async (): Promise<void> => {
    clearTimeout(pause.current);
    if (isSending.current) return;
    isSending.current = true;
    try {
      for (let change = due.current; change; change = due.current) {
        due.current = undefined;
        setSaving({ state: 'saving' });
        // Requests are sequential, so that the last change is saved last.
        const problem = await problemOf(send(change));
        if (problem) {
          // A change made during the request may fix the problem. Its pause may already be over, so nothing else would
          // send it.
          const isMore = due.current !== undefined;
          due.current = Object.assign({}, change, due.current);
          setSaving({ state: 'failed', problem });
          if (isMore) continue;
          if (isPassing(problem)) again();
          return;
        }
        failures.current = 0;
        setSaving({ state: 'saved' });
      }
    } finally {
      isSending.current = false;
    }
  };
  const again = (): void => {
    if (isGone.current) return;
    pause.current = setTimeout(() => void flush(), retryAfterMs(failures.current));
    failures.current += 1;
  };
  useSoon(flush, saving.state === 'typing' || saving.state === 'failed');
  return {
    note: (change) => {
      due.current = Object.assign({}, due.current, change);
      if (!isSending.current) setSaving({ state: 'typing' });
      clearTimeout(pause.current);
      pause.current = setTimeout(() => void flush(), PAUSE_MS);
    },
    now: () => void flush(),
    saving,
    problem: saving.state === 'failed' ? saving.problem : null,
  };
}

/**
 * Calls `save` when the browser comes online, and before a phone puts the page in the background, while changes are
 * unsaved.
 */
function useSoon(save: () => Promise<void>, isDue: boolean): void {
  const latest = useRef(save);
  useEffect(() => {
    latest.current = save;
  });
  useEffect(() => {
    if (!isDue) return;
    const now = (): void => void latest.current();
    const whenHidden = (): void => {
      if (document.visibilityState === 'hidden') now();
    };
    addEventListener('online', now);
    document.addEventListener('visibilitychange', whenHidden);
    return () => {
      removeEventListener('online', now);
      document.removeEventListener('visibilitychange', whenHidden);
    };
  }, [isDue]);
}

/** Returns whether the same change may succeed later without action by the user. */
function isPassing({ status }: ApiProblem): boolean {
  return status === 0 || status === TOO_MANY_REQUESTS || status >= 500;
}

function retryAfterMs(failures: number): number {
  return Math.min(RETRY_MS * 2 ** failures, MAX_RETRY_MS);
}

async function problemOf(sent: Promise<unknown>): Promise<ApiProblem | undefined> {
  try {
    await sent;
    return undefined;
  } catch (error) {
    if (error instanceof ApiProblem) return error;
    throw error;
  }
}

/** Shows whether changes are saved, and asks for confirmation before the user leaves with unsaved changes. */
export function SaveState({ now, saving }: Pick<Autosave<object>, 'now' | 'saving'>): ReactNode {
  const { state } = saving;
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-2">
      <p role="status" className={`text-sm ${state === 'failed' ? 'text-bad' : 'text-ink-3'}`}>
        {saving.state === 'failed' ? `Not saved: ${whyOf(saving.problem)}` : WORDS[saving.state]}
      </p>
      {state === 'failed' && (
        <Button look="quiet" onClick={now}>
          Try again
        </Button>
      )}
      <LeaveGuard question={() => (state === 'rest' || state === 'saved' ? undefined : UNSAVED)} />
    </div>
  );
}

const WORDS = {
  rest: 'Changes are saved automatically.',
  typing: 'Unsaved changes',
  saving: 'Saving',
  saved: 'Saved',
} as const;

function whyOf({ errors, message }: ApiProblem): string {
  return Object.keys(errors).length > 0 ? 'fix the errors on this page.' : message;
}
