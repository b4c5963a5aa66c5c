import type { ReactNode } from 'react';

const CLOCK = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
const DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });
const FULL = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'long' });
const DAY_MS = 86_400_000;

type Style = 'short' | 'date' | 'full';

/** A moment in the reader's time zone: the clock today, the day otherwise; the whole of it on hovering. */
export function Time({ at, style = 'short' }: { readonly at: string | null; readonly style?: Style }): ReactNode {
  if (at === null) return <span className="text-ink-3">–</span>;
  const moment = new Date(at);
  if (Number.isNaN(moment.getTime())) return <span>{at}</span>;
  return (
    <time dateTime={at} title={FULL.format(moment)} className="whitespace-nowrap">
      {shown(moment, style)}
    </time>
  );
}

function shown(moment: Date, style: Style): string {
  if (style === 'full') return FULL.format(moment);
  if (style === 'date') return DATE.format(moment);
  const isRecent = Math.abs(Date.now() - moment.getTime()) < DAY_MS;
  return (isRecent ? CLOCK : DAY).format(moment);
}
