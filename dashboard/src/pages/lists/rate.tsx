import type { ReactNode } from 'react';

/** A share of mails as a number with a bar below it that says the same. */
export function Rate({ percent }: { readonly percent: number }): ReactNode {
  return (
    <span className="inline-flex flex-col items-end gap-1 max-sm:items-start">
      {percent}%
      <span aria-hidden className="h-1 w-16 overflow-hidden rounded-full bg-line">
        <span className="block h-full rounded-full bg-ok" style={{ width: `${Math.min(100, percent)}%` }} />
      </span>
    </span>
  );
}
