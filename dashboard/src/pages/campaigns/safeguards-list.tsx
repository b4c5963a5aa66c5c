import type { ReactNode } from 'react';
import { Badge, type Tone } from '../../components/badge.tsx';
import { Time } from '../../components/time.tsx';
import { count, plural } from '../../words.ts';
import { leftUntil, type Safeguard } from './campaign-words.ts';

/** Names of the safeguards in the order in which they are shown. */
const NAMES: Readonly<Record<Safeguard['safeguard'], string>> = {
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
 * remaining time. For all other safeguards, renders their limits.
 */
export function SafeguardList({ safeguards }: { readonly safeguards: readonly Safeguard[] }): ReactNode {
  const order = Object.keys(NAMES);
  const sorted = safeguards.toSorted(
    (a, b) => Number(b.is_holding) - Number(a.is_holding) || order.indexOf(a.safeguard) - order.indexOf(b.safeguard),
  );
  return (
    <ul className="flex flex-col divide-y divide-line">
      {sorted.map((safeguard) => {
        const [word, tone] = safeguardStatusOf(safeguard);
        return (
          <li
            key={safeguard.safeguard}
            className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1 py-2.5 first:pt-0 last:pb-0"
          >
            <div className="min-w-0 flex-1 basis-64">
              <p className="font-medium">{NAMES[safeguard.safeguard]}</p>
              <p className={safeguard.is_holding ? 'text-warn' : 'text-sm text-ink-3'}>
                {safeguard.reason ?? numbersOf(safeguard)}
              </p>
              {safeguard.lifts_at !== null && (
                <p className="text-sm text-ink-3">
                  Until <Time at={safeguard.lifts_at} />, {leftUntil(safeguard.lifts_at, Date.now())}.
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

function safeguardStatusOf(safeguard: Safeguard): readonly [word: string, tone: Tone] {
  if (safeguard.is_holding) return ['on hold', 'warn'];
  if (safeguard.safeguard === 'content_approval' && Number(safeguard.limits['waiting'] ?? 0) > 0)
    return ['waiting', 'warn'];
  return safeguard.is_on ? ['clear', 'ok'] : ['off', 'plain'];
}

/** Describes the limits of a safeguard in words. Pure. */
function numbersOf({ safeguard, is_on: isOn, limits }: Safeguard): string {
  const number = (name: string): number => Number(limits[name] ?? 0);
  if (!isOn) return 'This safeguard is turned off.';
  switch (safeguard) {
    case 'warm_up':
      return `The first large campaign from a domain is sent to ${plural(number('contacts'), 'contact')} first, and to the remaining contacts ${plural(number('hours'), 'hour')} later.`;
    case 'canary':
      return `If the audience has ${plural(number('audience'), 'contact')} or more, the campaign is sent to ${number('percent')}% of the contacts first, and to the rest ${plural(number('minutes'), 'minute')} later.`;
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
