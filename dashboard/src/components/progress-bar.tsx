import type { ReactNode } from 'react';

/** Renders the progress of a job on the server: a bar, the percentage, and a description. */
export function ProgressBar(props: {
  readonly label: string;
  readonly progress: { readonly done: number; readonly total: number | null; readonly sentence: string };
}): ReactNode {
  const { done, sentence, total } = props.progress;
  const share = total === null || total === 0 ? undefined : Math.min(100, Math.floor((100 * done) / total));
  return (
    <div className="flex flex-col gap-1">
      <div className="flex items-center gap-2">
        <div
          role="progressbar"
          aria-label={props.label}
          aria-valuemin={0}
          aria-valuemax={100}
          {...(share !== undefined && { 'aria-valuenow': share })}
          className="h-1.5 w-full max-w-64 overflow-hidden rounded-full bg-line"
        >
          <div className="h-full rounded-full bg-accent" style={{ width: `${share ?? 0}%` }} />
        </div>
        {share !== undefined && <span className="text-sm whitespace-nowrap text-ink-3">{share}%</span>}
      </div>
      <span className="text-sm text-ink-2">{sentence}</span>
    </div>
  );
}
