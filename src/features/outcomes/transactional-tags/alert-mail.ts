import { shareOf, type AlertDefinition, type AlertKind, type Observation } from './alert-rule.ts';
import { shownShare } from './counters.ts';

/** Subject and text of an alert email. */
export interface AlertText {
  readonly subject: string;
  readonly text: string;
}

interface Words {
  /** Name of the kind of alert, as used in the email before the name of the tag. */
  readonly name: string;
  /** Noun for the emails in the denominator of the rate. */
  readonly counted: string;
  readonly advice: string;
}

const WORDS: Readonly<Record<AlertKind, Words>> = {
  bounce_rate: {
    name: 'Bounce rate',
    counted: 'emails that were delivered or bounced',
    advice:
      'Check the reasons in the timelines of the newest bounced emails with this tag. Common causes: ' +
      'mistyped or unconfirmed addresses, an old list, or a receiving server that blocks this sender.',
  },
  complaint_rate: {
    name: 'Complaint rate',
    counted: 'delivered emails',
    advice:
      'Recipients marked emails with this tag as spam. Check who receives these emails, whether the recipients expect ' +
      'them, and whether the subject, sender, or audience changed recently.',
  },
  failure_rate: {
    name: 'Failure rate',
    counted: 'emails that were delivered, bounced, or failed',
    advice:
      'These emails failed after the last retry. Check the reasons in the timelines of the failed emails. Common causes: ' +
      'the receiving domain is unreachable, or the relay or the network of this installation is down.',
  },
  silence: {
    name: 'Silence',
    counted: '',
    advice:
      'Check whether the application still sends emails. Common causes: a job that no longer runs, a revoked API key, or a ' +
      'paused account. If you no longer send emails with this tag, delete this alert.',
  },
};

/** Returns the email for an alert that started firing, with the numbers, the window, and advice. Pure. */
export function firingMail(alert: AlertDefinition, observed: Observation, alertId: number): AlertText {
  const { name, advice } = WORDS[alert.kind];
  return {
    subject: `Alert: ${name.toLowerCase()} for "${alert.tag}"`,
    text: [
      firingReason(alert, observed),
      advice,
      `You will receive another email when this alert is resolved. Alert ID: ${alertId}.`,
      '',
    ].join('\n\n'),
  };
}

/** Returns the email for an alert that ended. Pure. */
export function allClearMail(
  alert: AlertDefinition,
  observed: Observation,
  alertId: number,
  firingSince: Date,
): AlertText {
  const { name } = WORDS[alert.kind];
  return {
    subject: `Alert resolved: ${name.toLowerCase()} for "${alert.tag}"`,
    text: [
      endedReason(alert, observed),
      `The alert had been active since ${shownTime(firingSince)}. Alert ID: ${alertId}.`,
      '',
    ].join('\n\n'),
  };
}

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

function rateSentence(alert: AlertDefinition, kind: Exclude<AlertKind, 'silence'>, observed: Observation): string {
  const { name, counted } = WORDS[kind];
  const share = shownShare(shareOf(kind, observed));
  return `${name} for the tag "${alert.tag}" within ${shownWindow(alert.windowMinutes)}: ${share} of ${counted}.`;
}

function endOf(alert: AlertDefinition, kind: Exclude<AlertKind, 'silence'>, observed: Observation): string {
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
