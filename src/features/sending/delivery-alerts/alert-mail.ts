import type { SenderAlertRow, SiteAlertRow } from './queries.ts';

interface AlertText {
  readonly subject: string;
  readonly text: string;
}

/**
 * Returns the email that notifies an account's owner about receivers that reject email from a sender domain of the
 * account. The email contains the reason. Pure.
 */
export function senderMail({ count, first_at: firstAt, reason, subject }: Omit<SenderAlertRow, 'email'>): AlertText {
  const since = `${firstAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return {
    subject: `Email from ${subject} is rejected`,
    text: [
      `Receiving servers have rejected email from ${subject} ${times(count)} since ${since} because of the sender. One of the responses:`,
      `"${reason ?? ''}"`,
      `Check the DNS records of the domain: call GET /domains or run postrider domain show ${subject}. ` +
        'Common causes: a missing or changed DKIM record, an SPF record without this installation, a failed DMARC check, or a nonexistent sender address.',
      'These rejections did not add recipients to the suppression list. You get one email a day while the problem continues.',
    ].join('\n\n'),
  };
}

/**
 * Returns the email that informs the operator about receivers that reject or defer email from this installation, and
 * about other delivery problems. Pure.
 */
export function siteMail(alerts: readonly SiteAlertRow[]): AlertText {
  const of = (wanted: SiteAlertRow['kind']): SiteAlertRow[] => alerts.filter(({ kind }) => kind === wanted);
  const ofReceivers = alerts.filter(({ kind }) => kind !== 'resolver' && kind !== 'unprepared');
  return {
    subject: subjectOf(alerts),
    text: [
      ...of('resolver').flatMap(aboutResolver),
      ...aboutUnprepared(of('unprepared')),
      ...aboutReceivers(ofReceivers),
    ].join('\n\n'),
  };
}

function aboutUnprepared(alerts: readonly SiteAlertRow[]): readonly string[] {
  if (alerts.length === 0) return [];
  return [
    'Messages cannot be prepared from their stored data:',
    ...alerts.map(
      ({ count, reason, subject }) =>
        `- ${subject} ${DID.unprepared}, ${times(count)}. Last failure: "${reason ?? ''}"`,
    ),
    'Search the log for "Message could not be prepared", and check the disk that stores the database.',
  ];
}

function aboutReceivers(alerts: readonly SiteAlertRow[]): readonly string[] {
  if (alerts.length === 0) return [];
  return [
    'Receivers reject or defer email from the IP addresses of this installation, or cannot be reached:',
    ...alerts.map(({ count, kind, reason, subject }) => {
      const reported = kind === 'route' ? 'Last failure' : 'Last response';
      return `- ${subject} ${DID[kind]}, ${times(count)}. ${reported}: "${reason ?? ''}"`;
    }),
    'Check whether the IP addresses are on the blocklists named above. The command postrider doctor checks the major blocklists. ' +
      'Also check the reverse DNS names of the IP addresses, and find out which account is sending unwanted email. After you fix ' +
      'the cause, request removal from the blocklists.',
    'Queued emails are sent when the pause ends. You get one email a day for each receiver while the problem continues.',
  ];
}

function aboutResolver({ count, reason, subject }: SiteAlertRow): readonly string[] {
  return [
    `Email is delayed by DNS failures: ${subject} ${DID.resolver}, ${times(count)}. Last failure: "${reason ?? ''}"`,
    'Check that the name servers in POSTRIDER_RESOLVER, or in /etc/resolv.conf of each delivery host, respond correctly. ' +
      'DNS failures do not cause bounces or suppressions. Postrider retries the email automatically. You get one email a day while the ' +
      'problem continues.',
  ];
}

function subjectOf(alerts: readonly SiteAlertRow[]): string {
  const [first] = alerts;
  const only = alerts.length === 1 ? first?.subject : undefined;
  if (alerts.every(({ kind }) => kind === 'resolver')) return 'Email is delayed by DNS failures';
  if (alerts.every(({ kind }) => kind === 'unprepared')) return 'Messages cannot be prepared';
  if (alerts.every(({ kind }) => kind === 'route'))
    return `Fallback delivery route in use: ${only ?? alerts.length} failed`;
  return `Email to ${only ?? `${alerts.length} receivers`} is delayed`;
}

const DID: Readonly<Record<SiteAlertRow['kind'], string>> = {
  paused: 'temporarily accepts little or no email',
  blocked: 'rejects email by policy',
  route: 'could not be reached, so the next delivery route was used',
  resolver: 'reports no mail servers for domains that previously had mail servers',
  unprepared: 'cannot be read, so its messages can be delayed by several hours',
};

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}
