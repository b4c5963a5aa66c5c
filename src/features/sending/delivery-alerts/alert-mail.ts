import { shownTime, writeMail, writePhrase, type WrittenMail } from '../../../mail/languages/emails.ts';
import type { Language } from '../../../mail/languages/catalog.ts';
import { MAILING } from './alert-of.ts';
import type { SenderAlertRow, SiteAlertRow } from './queries.ts';

/**
 * Returns the email that notifies an account's owner about receivers that reject email from a sender domain of the
 * account. The email contains the reason. Pure.
 */
export function senderMail(
  language: Language,
  { count, first_at: firstAt, reason, subject }: Omit<SenderAlertRow, 'email'>,
): WrittenMail {
  return writeMail(language, 'sender_rejected', {
    domain: subject === MAILING ? 'mailing' : subject,
    count,
    since: shownTime(firstAt),
    reason: reason ?? '',
  });
}

/**
 * Returns the email that informs the operator about receivers that reject or defer email from this installation, and
 * about other delivery problems. Pure.
 */
export function siteMail(language: Language, alerts: readonly SiteAlertRow[]): WrittenMail {
  const of = (wanted: SiteAlertRow['kind']): SiteAlertRow[] => alerts.filter(({ kind }) => kind === wanted);
  const unprepared = of('unprepared');
  const receivers = alerts.filter(({ kind }) => kind !== 'resolver' && kind !== 'unprepared');
  const problems = [
    ...of('resolver').map(({ count, reason }) =>
      writePhrase(language, 'delivery.resolver', { count, reason: reason ?? '' }),
    ),
    ...(unprepared.length === 0
      ? []
      : [writePhrase(language, 'delivery.unprepared', { list: listOf(unprepared, ({ subject }) => `"${subject}"`) })]),
    ...(receivers.length === 0
      ? []
      : [
          writePhrase(language, 'delivery.receivers', {
            list: listOf(receivers, (alert) => receiverIn(language, alert)),
          }),
        ]),
  ];
  return writeMail(language, 'delivery', { ...subjectOf(alerts, receivers), problems: problems.join('\n\n') });
}

/**
 * Returns the kind of problem and the name for the email's subject. The name is the first receiver or route with the
 * number of others, or empty if there are none.
 */
function subjectOf(
  alerts: readonly SiteAlertRow[],
  receivers: readonly SiteAlertRow[],
): { readonly kind: SiteAlertRow['kind']; readonly name: string } {
  const [receiver] = receivers;
  if (!receiver) return { kind: alerts[0]?.kind ?? 'resolver', name: '' };
  return {
    kind: receivers.every(({ kind }) => kind === 'route') ? 'route' : 'paused',
    name: receivers.length === 1 ? receiver.subject : `${receiver.subject} (+${receivers.length - 1})`,
  };
}

/** Returns one line per alert, with its number of occurrences and its last error message or reply. */
function listOf(alerts: readonly SiteAlertRow[], shown: (alert: SiteAlertRow) => string): string {
  return alerts.map((alert) => `- ${shown(alert)} (${alert.count}×): "${alert.reason ?? ''}"`).join('\n');
}

function receiverIn(language: Language, { kind, subject: name }: SiteAlertRow): string {
  return writePhrase(
    language,
    kind === 'blocked' ? 'delivery.blocked' : kind === 'route' ? 'delivery.route' : 'delivery.paused',
    { name },
  );
}
