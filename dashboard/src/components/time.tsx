import type { ReactNode } from 'react';
import { dayAndTime } from '../words.ts';

const CLOCK = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });
const DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });
const FULL = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'long' });
const DAY_MS = 86_400_000;

type Style = 'short' | 'date' | 'full';

/** Renders a time in the user's time zone, or a dash for null. The tooltip shows the full time. */
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
  const now = new Date();
  const isRecent = Math.abs(now.getTime() - moment.getTime()) < DAY_MS && moment.getFullYear() === now.getFullYear();
  return isRecent ? CLOCK.format(moment) : dayAndTime(moment, now);
}
