import type { Answer } from '../../api.ts';
import { duration, plural } from '../../words.ts';

export type Alert = Answer<'GET /transactional/alerts'>['data'][number];
export type Kind = Alert['kind'];

export const KINDS: readonly { readonly value: Kind; readonly label: string }[] = [
  { value: 'bounce_rate', label: 'Bounce rate' },
  { value: 'complaint_rate', label: 'Complaint rate' },
  { value: 'failure_rate', label: 'Failure rate' },
  { value: 'silence', label: 'No emails sent' },
];

const NOUNS: Readonly<Record<Kind, string>> = {
  bounce_rate: 'bounce rate',
  complaint_rate: 'complaint rate',
  failure_rate: 'failure rate',
  silence: 'silence',
};

/** Returns a sentence that describes the condition of an alert. Pure. */
export function conditionOf(
  alert: Pick<Alert, 'kind' | 'threshold_percent' | 'window_minutes' | 'minimum_volume'>,
): string {
  const window = duration(alert.window_minutes * 60_000);
  if (alert.kind === 'silence') return `no email for ${window}`;
  const least = alert.minimum_volume === null ? '' : `, at least ${plural(alert.minimum_volume, 'email')}`;
  return `${NOUNS[alert.kind]} over ${alert.threshold_percent}% within ${window}${least}`;
}
