import type { Answer } from '../../api.ts';
import { duration, plural } from '../../words.ts';

export type Alert = Answer<'GET /transactional/alerts'>['data'][number];
export type Kind = Alert['kind'];

export const KINDS: readonly { readonly value: Kind; readonly label: string }[] = [
  { value: 'bounce_rate', label: 'Bounces' },
  { value: 'complaint_rate', label: 'Complaints' },
  { value: 'failure_rate', label: 'Failures' },
  { value: 'silence', label: 'Silence: no mail at all' },
];

const NOUNS: Readonly<Record<Kind, string>> = {
  bounce_rate: 'bounces',
  complaint_rate: 'complaints',
  failure_rate: 'failures',
  silence: 'silence',
};

/** When an alert fires, as a sentence. Pure. */
export function conditionOf(
  alert: Pick<Alert, 'kind' | 'threshold_percent' | 'window_minutes' | 'minimum_volume'>,
): string {
  const window = duration(alert.window_minutes * 60_000);
  if (alert.kind === 'silence') return `no mail for ${window}`;
  const least = alert.minimum_volume === null ? '' : `, from ${plural(alert.minimum_volume, 'mail')} on`;
  return `${NOUNS[alert.kind]} over ${alert.threshold_percent} % within ${window}${least}`;
}
