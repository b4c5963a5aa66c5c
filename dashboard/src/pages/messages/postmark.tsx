import type { ReactNode } from 'react';
import { duration } from '../../words.ts';

const DAY = new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: 'short', year: '2-digit' });

/** The stamp of a delivered mail: how long it took, and the day. */
export function Postmark({ at, ms }: { readonly at: string; readonly ms: number }): ReactNode {
  return (
    <div className="animate-land flex size-22 shrink-0 -rotate-[9deg] flex-col items-center justify-center rounded-full border-2 border-seal text-center font-mono text-xs leading-4 text-seal uppercase max-lg:absolute max-lg:top-6 max-lg:right-4">
      <span className="tracking-tight">Delivered</span>
      <span>{duration(ms)}</span>
      <span>{DAY.format(new Date(at))}</span>
    </div>
  );
}
