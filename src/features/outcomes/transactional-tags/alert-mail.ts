import { shareOf, type AlertDefinition, type AlertKind, type Observation } from './alert-rule.ts';
import { shownShare } from './counters.ts';

/** Subject and text of a mail about an alert. */
export interface AlertText {
  readonly subject: string;
  readonly text: string;
}

interface Words {
  /** Begins a sentence, the tag follows. */
  readonly name: string;
  /** What `whole` of the share counts. */
  readonly counted: string;
  readonly advice: string;
}

const WORDS: Readonly<Record<AlertKind, Words>> = {
  bounce_rate: {
    name: 'Bounce rate',
    counted: 'mails that were delivered or bounced',
    advice:
      'Look at the newest bounced mails under the tag and at the reasons in their timelines. Usual causes: addresses ' +
      'that were mistyped or never confirmed, an old list, or a receiving server that blocks this sender.',
  },
  complaint_rate: {
    name: 'Complaint rate',
    counted: 'delivered mails',
    advice:
      'Recipients marked these mails as spam. Look at who gets them and whether they expect them, and at what was ' +
      'changed last in subject, sender or audience.',
  },
  failure_rate: {
    name: 'Failure rate',
    counted: 'mails that were delivered, bounced or given up',
    advice:
      'These mails were given up after many attempts. Look at the reasons in their timelines: usual causes are a ' +
      'receiving domain that cannot be reached, or a relay or network of this installation that is down.',
  },
  silence: {
    name: 'Silence',
    counted: '',
    advice:
      'Look at whether the application still sends: a job that no longer runs, a key that was revoked or a paused ' +
      'account are the usual causes. If nothing is to be sent any more, delete this alert.',
  },
};

/** The mail that tells of an alert that began to fire, with numbers, window and what to look at; pure. */
export function firingMail(alert: AlertDefinition, observed: Observation, alertId: number): AlertText {
  const { name, advice } = WORDS[alert.kind];
  return {
    subject: `Alert: ${name.toLowerCase()} of "${alert.tag}"`,
    text: [
      firingReason(alert, observed),
      advice,
      `You get one more mail when this is over. Alert ${alertId}.`,
      '',
    ].join('\n\n'),
  };
}

/** The mail that tells that an alert no longer fires; pure. */
export function allClearMail(
  alert: AlertDefinition,
  observed: Observation,
  alertId: number,
  firingSince: Date,
): AlertText {
  const { name } = WORDS[alert.kind];
  return {
    subject: `All clear: ${name.toLowerCase()} of "${alert.tag}"`,
    text: [
      endedReason(alert, observed),
      `The alert had fired since ${shownTime(firingSince)}. Alert ${alertId}.`,
      '',
    ].join('\n\n'),
  };
}

/** What is wrong where an alert begins to fire, with the numbers and the limit; pure. */
export function firingReason(alert: AlertDefinition, observed: Observation): string {
  if (alert.kind !== 'silence') {
    return `${rateSentence(alert, alert.kind, observed)} This is over the limit of ${alert.thresholdPercent} %.`;
  }
  return (
    `No mail under the tag "${alert.tag}" came to an outcome for ${shownWindow(alert.windowMinutes)} ` +
    `(the limit of this alert). The last one: ${shownTime(observed.lastAt)}.`
  );
}

/** Why an alert no longer fires, with the numbers; pure. */
export function endedReason(alert: AlertDefinition, observed: Observation): string {
  if (alert.kind === 'silence') {
    return `Mail under the tag "${alert.tag}" is being sent again. The last outcome: ${shownTime(observed.lastAt)}.`;
  }
  return `${rateSentence(alert, alert.kind, observed)} ${endOf(alert, alert.kind, observed)}`;
}

function rateSentence(alert: AlertDefinition, kind: Exclude<AlertKind, 'silence'>, observed: Observation): string {
  const { name, counted } = WORDS[kind];
  const share = shownShare(shareOf(kind, observed));
  return `${name} of the tag "${alert.tag}" within ${shownWindow(alert.windowMinutes)}: ${share} ${counted}.`;
}

function endOf(alert: AlertDefinition, kind: Exclude<AlertKind, 'silence'>, observed: Observation): string {
  const minimum = alert.minimumVolume ?? 1;
  if (shareOf(kind, observed).whole < minimum) return `With fewer than ${minimum} the alert judges nothing.`;
  return `This is no longer over the limit of ${alert.thresholdPercent} %.`;
}

/** `90 minutes`, `6 hours`, `2 days`: the greatest unit that is exact. */
function shownWindow(minutes: number): string {
  const [unit, size] = minutes % 1440 === 0 ? ['day', 1440] : minutes % 60 === 0 ? ['hour', 60] : ['minute', 1];
  const count = minutes / size;
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

function shownTime(time: Date | undefined): string {
  return time ? `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC` : 'never';
}
