import { useSyncExternalStore, type ReactNode } from 'react';
import { X } from 'lucide-react';
import type { ApiProblem } from '../api.ts';
import { IconButton } from './button.tsx';

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly isBad: boolean;
}

const SHOWN_MS = 6_000;
const MOST = 3;

let toasts: readonly Toast[] = [];
let lastId = 0;
const watchers = new Set<() => void>();

/** Shows a toast, for example when an action is complete. Show errors of a form in the form instead. */
export function toast(text: string, isBad = false): void {
  lastId += 1;
  const id = lastId;
  change([...toasts, { id, text, isBad }].slice(-MOST));
  setTimeout(() => dismiss(id), SHOWN_MS);
}

/** Shows a toast with the message and the fix of a problem. */
export function toastProblem(problem: ApiProblem): void {
  toast(`${problem.message} ${problem.fix}`, true);
}

function dismiss(id: number): void {
  change(toasts.filter((each) => each.id !== id));
}

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const watcher of watchers) watcher();
}

/** Renders the toasts. Must be rendered once per page. */
export function Toasts(): ReactNode {
  const shown = useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => toasts,
  );
  return (
    <div
      role="status"
      aria-label="Notices"
      className="pointer-events-none fixed right-4 bottom-4 z-50 flex w-[min(24rem,calc(100vw-2rem))] flex-col gap-2"
    >
      {shown.map(({ id, text, isBad }) => (
        <div key={id} className="pointer-events-auto flex animate-arrive items-start gap-2 card py-2 pr-2 pl-4">
          <p className={`flex-1 py-1 ${isBad ? 'text-bad' : ''}`}>{text}</p>
          <IconButton label="Dismiss" onClick={() => dismiss(id)}>
            <X aria-hidden />
          </IconButton>
        </div>
      ))}
    </div>
  );
}
