import { useEffect, useRef, useState, type ReactNode } from 'react';
import { ApiProblem } from './api.ts';
import { Button } from './components/button.tsx';
import { LeaveGuard, UNSAVED } from './components/leave-guard.tsx';

/** Milliseconds between the last change and the save. */
const PAUSE_MS = 1_200;
/** Delay of the first retry of a failed save. It doubles with each further retry, up to `MAX_RETRY_MS`. */
const RETRY_MS = 2_000;
const MAX_RETRY_MS = 60_000;
const TOO_MANY_REQUESTS = 429;

type Saving =
  | { readonly state: 'rest' | 'typing' | 'saving' | 'saved' }
  | { readonly state: 'failed'; readonly problem: ApiProblem };

interface Autosave<Change> {
  /** Records a change. The change is saved after a pause. */
  readonly note: (change: Change) => void;
  /** Saves all changes immediately. Resolves with false if they could not be saved. */
  readonly now: () => Promise<boolean>;
  readonly saving: Saving;
  /** Error that the last save returned, for display at the fields. */
  readonly problem: ApiProblem | null;
}

/**
 * Saves changes automatically, with at most one request at a time. Changes that the user makes during a request are
 * sent with the next request, and so are changes that could not be saved. If the failure may be temporary, retries
 * after a pause and when the browser is online again.
 */
export function useAutosave<Change extends object>(send: (change: Change) => Promise<unknown>): Autosave<Change> {
  const [saving, setSaving] = useState<Saving>({ state: 'rest' });
  const due = useRef<Change>(undefined);
  const sending = useRef<Promise<boolean>>(undefined);
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
  const flush = async (): Promise<boolean> => {
    clearTimeout(pause.current);
    sending.current ??= sendAll().finally(() => {
      sending.current = undefined;
    });
    return sending.current;
  };
  const sendAll = async (): Promise<boolean> => {
    for (let change = due.current; change; change = due.current) {
      due.current = undefined;
      setSaving({ state: 'saving' });
      // Send one request at a time, so that the last change is saved last.
      const problem = await problemOf(send(change));
      if (problem) {
        // A change that the user made during the request may fix the problem. Send it now, because its delay may
        // already have passed.
        const isMore = due.current !== undefined;
        due.current = Object.assign({}, change, due.current);
        setSaving({ state: 'failed', problem });
        if (isMore) continue;
        if (isPassing(problem)) again();
        return false;
      }
      failures.current = 0;
      setSaving({ state: 'saved' });
    }
    return true;
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
      // Keep the same state object while the user types, so that the page is not rendered again for each keystroke.
      if (!sending.current) setSaving((last) => (last.state === 'typing' ? last : { state: 'typing' }));
      clearTimeout(pause.current);
      pause.current = setTimeout(() => void flush(), PAUSE_MS);
    },
    now: flush,
    saving,
    problem: saving.state === 'failed' ? saving.problem : null,
  };
}

/**
 * If `isDue` is true, calls `save` when the browser comes online or when the page is hidden, for example because the
 * user switches to another app on a phone.
 */
function useSoon(save: () => Promise<unknown>, isDue: boolean): void {
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

/** Returns whether saving the same change again may succeed without any action by the user. */
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

/**
 * Renders the save status. Saves all changes before the user leaves the page, and asks for confirmation if they could
 * not be saved.
 */
export function SaveState({ now, saving }: Pick<Autosave<object>, 'now' | 'saving'>): ReactNode {
  const { state } = saving;
  const isKept = state === 'rest' || state === 'saved';
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-2">
      <p role="status" className={`text-sm ${state === 'failed' ? 'text-bad' : 'text-ink-3'}`}>
        {saving.state === 'failed' ? `Not saved: ${whyOf(saving.problem)}` : WORDS[saving.state]}
      </p>
      {state === 'failed' && (
        <Button look="quiet" onClick={() => void now()}>
          Try again
        </Button>
      )}
      <LeaveGuard question={() => (isKept ? undefined : UNSAVED)} settle={now} />
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
