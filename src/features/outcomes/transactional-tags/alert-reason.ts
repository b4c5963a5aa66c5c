import { shareOf, type AlertDefinition, type AlertKind, type Observation } from './alert-rule.ts';
import { shownShare } from './counters.ts';

/** Names of the rates and nouns for the emails in their denominators, in webhook events. */
const WORDS: Readonly<Record<Rate, { readonly name: string; readonly counted: string }>> = {
  bounce_rate: { name: 'Bounce rate', counted: 'emails that were delivered or bounced' },
  complaint_rate: { name: 'Complaint rate', counted: 'delivered emails' },
  failure_rate: { name: 'Failure rate', counted: 'emails that were delivered, bounced, or failed' },
};

type Rate = Exclude<AlertKind, 'silence'>;

/** Returns the reason why an alert fires, with the numbers and the limit. Pure. */
export function firingReason(alert: AlertDefinition, observed: Observation): string {
  if (alert.kind !== 'silence') {
    return `${rateSentence(alert, alert.kind, observed)} The rate is above the threshold of ${alert.thresholdPercent}%.`;
  }
  return (
    `No delivery, bounce, or failure was recorded for the tag "${alert.tag}" within ${shownWindow(alert.windowMinutes)}, ` +
    `the time window of this alert. Last result: ${shownTime(observed.lastAt)}.`
  );
}

/** Returns the reason why an alert ended, with the numbers. Pure. */
export function endedReason(alert: AlertDefinition, observed: Observation): string {
  if (alert.kind === 'silence') {
    return `Emails with the tag "${alert.tag}" are being sent again. Last result: ${shownTime(observed.lastAt)}.`;
  }
  return `${rateSentence(alert, alert.kind, observed)} ${endOf(alert, alert.kind, observed)}`;
}

function rateSentence(alert: AlertDefinition, kind: Rate, observed: Observation): string {
  const { name, counted } = WORDS[kind];
  const share = shownShare(shareOf(kind, observed));
  return `${name} for the tag "${alert.tag}" within ${shownWindow(alert.windowMinutes)}: ${share} of ${counted}.`;
}

function endOf(alert: AlertDefinition, kind: Rate, observed: Observation): string {
  const minimum = alert.minimumVolume ?? 1;
  if (shareOf(kind, observed).whole < minimum)
    return `The alert needs at least ${minimum} email${minimum === 1 ? '' : 's'} to evaluate the rate.`;
  return `The rate is no longer above the threshold of ${alert.thresholdPercent}%.`;
}

/** Formats a window in the largest exact unit: `90 minutes`, `6 hours`, `2 days`. */
function shownWindow(minutes: number): string {
  const [unit, size] = minutes % 1440 === 0 ? ['day', 1440] : minutes % 60 === 0 ? ['hour', 60] : ['minute', 1];
  const count = minutes / size;
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

function shownTime(time: Date | undefined): string {
  return time ? `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC` : 'never';
}
