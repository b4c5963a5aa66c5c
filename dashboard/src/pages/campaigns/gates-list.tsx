import type { ReactNode } from 'react';
import { Badge, type Tone } from '../../components/badge.tsx';
import { Time } from '../../components/time.tsx';
import { count, plural } from '../../words.ts';
import { leftUntil, type Gate } from './campaign-words.ts';

/** Names of the safeguards in the order in which they are shown. */
const NAMES: Readonly<Record<Gate['gate'], string>> = {
  account: 'Account status',
  mail_class: 'Campaign pause',
  stopped_by_figures: 'Stopped campaigns',
  warm_up: 'Warm-up',
  optimized: 'Engaged contacts only',
  content_approval: 'Content approval',
  monthly_quota: 'Monthly quota',
  daily_throttle: 'Daily limit',
  hourly_throttle: 'Hourly limit',
  canary: 'First wave',
};

/**
 * Renders the safeguards for an account's campaigns. For safeguards that hold campaigns, renders the reason and the
 * remaining time, and for all others their limits.
 */
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
  if (gate.is_holding) return ['on hold', 'warn'];
  if (gate.gate === 'content_approval' && Number(gate.limits['waiting'] ?? 0) > 0) return ['waiting', 'warn'];
  return gate.is_on ? ['clear', 'ok'] : ['off', 'plain'];
}

/** Returns the limits of a safeguard in a sentence. Pure. */
function numbersOf({ gate, is_on: isOn, limits }: Gate): string {
  const number = (name: string): number => Number(limits[name] ?? 0);
  if (!isOn) return 'This safeguard is turned off.';
  switch (gate) {
    case 'warm_up':
      return `The first large campaign from a domain is sent to ${plural(number('contacts'), 'contact')} first. The remaining contacts wait ${plural(number('hours'), 'hour')}.`;
    case 'canary':
      return `If the audience has ${plural(number('audience'), 'contact')} or more, ${number('percent')}% receive the campaign ${plural(number('minutes'), 'minute')} before the rest.`;
    case 'monthly_quota':
    case 'daily_throttle':
    case 'hourly_throttle':
      return `${count(number('used'))} of ${plural(number('limit'), 'email')} used.`;
    case 'content_approval': {
      const waiting = number('waiting');
      const mode =
        limits['mode'] === 'always'
          ? 'The operator reviews every campaign.'
          : 'The operator reviews flagged campaigns.';
      return waiting === 0 ? mode : `${mode} ${plural(waiting, 'campaign is', 'campaigns are')} waiting.`;
    }
    case 'optimized':
      return 'Campaigns are sent to their full audience.';
    default:
      return 'No campaigns are on hold.';
  }
}
