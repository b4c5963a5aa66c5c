import type { ReactNode } from 'react';
import { Badge, type Tone } from '../../components/badge.tsx';
import { Time } from '../../components/time.tsx';
import { count, noun, plural } from '../../words.ts';
import { leftUntil, type Gate } from './campaign-words.ts';

/** What each gate is called, in the order in which they are shown. */
const NAMES: Readonly<Record<Gate['gate'], string>> = {
  account: 'The account',
  mail_class: 'Campaigns as a whole',
  stopped_by_figures: 'Stopped by figures',
  warm_up: 'Warming up',
  optimized: 'Engaged contacts only',
  content_approval: 'Approval of contents',
  monthly_quota: 'Mails of this month',
  daily_throttle: 'Mails within 24 hours',
  hourly_throttle: 'Mails within an hour',
  canary: 'First wave',
};

/** The gates of an account's campaigns: what holds, why and for how long; what would hold, and by which numbers. */
export function GateList({ gates }: { readonly gates: readonly Gate[] }): ReactNode {
  const order = Object.keys(NAMES);
  const sorted = gates.toSorted(
    (a, b) => Number(b.is_holding) - Number(a.is_holding) || order.indexOf(a.gate) - order.indexOf(b.gate),
  );
  return (
    <ul className="flex flex-col divide-y divide-line">
      {sorted.map((gate) => {
        const [word, tone] = standingOf(gate);
        return (
          <li
            key={gate.gate}
            className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1 py-2.5 first:pt-0 last:pb-0"
          >
            <div className="min-w-0 flex-1 basis-64">
              <p className="font-medium">{NAMES[gate.gate]}</p>
              <p className={gate.is_holding ? 'text-warn' : 'text-sm text-ink-3'}>{gate.reason ?? numbersOf(gate)}</p>
              {gate.lifts_at !== null && (
                <p className="text-sm text-ink-3">
                  Until <Time at={gate.lifts_at} />, {leftUntil(gate.lifts_at, Date.now())}.
                </p>
              )}
            </div>
            <Badge tone={tone}>{word}</Badge>
          </li>
        );
      })}
    </ul>
  );
}

function standingOf(gate: Gate): readonly [word: string, tone: Tone] {
  if (gate.is_holding) return ['holds', 'warn'];
  if (gate.gate === 'content_approval' && Number(gate.limits['waiting'] ?? 0) > 0) return ['waiting', 'warn'];
  return gate.is_on ? ['open', 'ok'] : ['off', 'plain'];
}

/** By which numbers a gate would hold, in a sentence. Pure. */
function numbersOf({ gate, is_on: isOn, limits }: Gate): string {
  const number = (name: string): number => Number(limits[name] ?? 0);
  if (!isOn) return 'It holds nothing back.';
  switch (gate) {
    case 'warm_up':
      return `The first large campaign of a domain goes to ${plural(number('contacts'), 'contact')} first, for ${plural(number('hours'), 'hour')}.`;
    case 'canary':
      return `From ${plural(number('audience'), 'contact')} on, ${number('percent')} % get it ${plural(number('minutes'), 'minute')} before the rest.`;
    case 'monthly_quota':
    case 'daily_throttle':
    case 'hourly_throttle':
      return `${count(number('used'))} of ${plural(number('limit'), 'mail')} used.`;
    case 'content_approval': {
      const waiting = number('waiting');
      const mode =
        limits['mode'] === 'always'
          ? 'The operator looks at every content.'
          : 'The operator looks at what checks find.';
      return waiting === 0 ? mode : `${mode} ${count(waiting)} ${noun(waiting, 'waits', 'wait')} now.`;
    }
    case 'optimized':
      return 'Campaigns go to everybody whom they are for.';
    default:
      return 'It holds nothing back now.';
  }
}
