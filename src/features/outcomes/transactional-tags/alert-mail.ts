import type { Language } from '../../../mail/languages/catalog.ts';
import { numberIn, shownTime, writeMail, writePhrase, type WrittenMail } from '../../../mail/languages/emails.ts';
import { shareOf, type AlertDefinition, type Observation } from './alert-rule.ts';

const MINUTES = { day: 1440, hour: 60, minute: 1 } as const;

/** Returns the email for an alert that started firing, with the numbers, the window, and advice. Pure. */
export function firingMail(
  language: Language,
  alert: AlertDefinition,
  observed: Observation,
  alertId: number,
): WrittenMail {
  const { kind, tag } = alert;
  const window = windowIn(language, alert.windowMinutes);
  const finding =
    kind === 'silence'
      ? [writePhrase(language, 'alert.silence', { tag, window }), lastIn(language, observed)]
      : [rateIn(language, alert, kind, observed), limitIn(language, 'alert.above', alert)];
  const advice = writePhrase(language, `alert.advice.${kind}`);
  return writeMail(language, 'alert', { kind, tag, advice, id: String(alertId), finding: finding.join(' ') });
}

/** Returns the email for an alert that ended. Pure. */
export function allClearMail(
  language: Language,
  alert: AlertDefinition,
  observed: Observation,
  alertId: number,
  firingSince: Date,
): WrittenMail {
  const { kind, tag } = alert;
  const finding =
    kind === 'silence'
      ? [writePhrase(language, 'alert.resumed', { tag }), lastIn(language, observed)]
      : [rateIn(language, alert, kind, observed), endIn(language, alert, kind, observed)];
  const since = shownTime(firingSince);
  return writeMail(language, 'alert_ended', { kind, tag, since, id: String(alertId), finding: finding.join(' ') });
}

type Rate = Exclude<AlertDefinition['kind'], 'silence'>;

function rateIn(language: Language, alert: AlertDefinition, kind: Rate, observed: Observation): string {
  const { part, whole } = shareOf(kind, observed);
  const percent = whole === 0 ? 0 : (100 * part) / whole;
  return writePhrase(language, `alert.${kind}`, {
    tag: alert.tag,
    window: windowIn(language, alert.windowMinutes),
    percent: numberIn(language, percent),
    part: numberIn(language, part),
    whole: numberIn(language, whole),
  });
}

function endIn(language: Language, alert: AlertDefinition, kind: Rate, observed: Observation): string {
  const minimum = alert.minimumVolume ?? 1;
  return shareOf(kind, observed).whole < minimum
    ? writePhrase(language, 'alert.few', { minimum })
    : limitIn(language, 'alert.below', alert);
}

function limitIn(
  language: Language,
  key: 'alert.above' | 'alert.below',
  { thresholdPercent }: AlertDefinition,
): string {
  return writePhrase(language, key, { threshold: numberIn(language, thresholdPercent ?? 0) });
}

function lastIn(language: Language, { lastAt }: Observation): string {
  return writePhrase(language, 'alert.last', { time: lastAt ? shownTime(lastAt) : 'never' });
}

/** Formats a window in the largest exact unit: `90 minutes`, `6 hours`, `2 days`. */
function windowIn(language: Language, minutes: number): string {
  const unit = minutes % MINUTES.day === 0 ? 'day' : minutes % MINUTES.hour === 0 ? 'hour' : 'minute';
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(minutes / MINUTES[unit]);
}
