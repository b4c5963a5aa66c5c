import type { ReactNode } from 'react';
import type { ApiProblem } from '../api.ts';
import { Button } from './button.tsx';

/** Renders an empty state with a title, an explanation, and an optional action. */
export function EmptyState(props: {
  readonly title: string;
  readonly children: ReactNode;
  readonly action?: ReactNode;
}): ReactNode {
  return (
    <div className="flex max-w-prose flex-col items-start gap-1 px-6 py-10 max-sm:px-4">
      <h2 className="font-title text-xl">{props.title}</h2>
      <div className="text-ink-2">{props.children}</div>
      {props.action !== undefined && <div className="mt-3 flex flex-wrap gap-2">{props.action}</div>}
    </div>
  );
}

/** Renders an error with its message, its fix, and the request ID, which is also in the server's log. */
export function ErrorState({
  problem,
  onRetry,
}: {
  readonly problem: ApiProblem;
  readonly onRetry?: () => void;
}): ReactNode {
  return (
    <div role="alert" className="flex max-w-prose flex-col items-start gap-1 px-6 py-10 max-sm:px-4">
      <h2 className="font-title text-xl">{problem.message}</h2>
      <p className="text-ink-2">{problem.fix}</p>
      {problem.requestId !== undefined && (
        <p className="mt-1 text-sm text-ink-3">
          Request <code className="font-mono text-xs">{problem.requestId}</code>
        </p>
      )}
      {onRetry && (
        <Button className="mt-3" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}

/** Renders gray placeholder lines while data loads, so that the layout does not shift afterwards. */
export function Skeleton({ lines = 5 }: { readonly lines?: number }): ReactNode {
  return (
    <div className="flex flex-col gap-4 p-6" aria-busy="true" role="status" aria-label="Loading">
      {Array.from({ length: lines }, (_, index) => (
        <div key={index} className="h-4 rounded bg-sunken" style={{ width: `${92 - ((index * 17) % 40)}%` }} />
      ))}
    </div>
  );
}

/** Renders loaded data. Before that, renders the loading state, or the problem if loading failed. */
export function Loaded<T>({
  read,
  lines,
  children,
}: {
  readonly read: {
    readonly data: T | undefined;
    readonly error: ApiProblem | null;
    readonly retry?: () => void;
  };
  readonly lines?: number;
  readonly children: (data: T) => ReactNode;
}): ReactNode {
  if (read.data !== undefined) return children(read.data);
  if (read.error) return <ErrorState problem={read.error} {...(read.retry && { onRetry: read.retry })} />;
  return <Skeleton {...(lines !== undefined && { lines })} />;
}
