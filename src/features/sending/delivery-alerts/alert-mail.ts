import type { SenderAlertRow, SiteAlertRow } from './queries.ts';

/** Subject and text of a mail about alerts. */
interface AlertText {
  readonly subject: string;
  readonly text: string;
}

/** The mail that tells an account's owner what receivers object to about a sender domain. Pure. */
export function senderMail({ count, first_at: firstAt, reason, subject }: Omit<SenderAlertRow, 'email'>): AlertText {
  const since = `${firstAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return {
    subject: `Mail from ${subject} is refused`,
    text: [
      `Receivers object to the sender of mail from ${subject}: ${times(count)} since ${since}. One of them said:`,
      `"${reason ?? ''}"`,
      `Look at the DNS records of the domain (GET /domains, or: postrider domain show ${subject}). Usual causes: a DKIM ` +
        'record that is missing or was changed, an SPF record that does not include this installation, a DMARC policy ' +
        'that neither of them satisfies, or a sender address that does not exist.',
      'No recipient was suppressed for this. You get one mail a day while it goes on.',
    ].join('\n\n'),
  };
}

/** The mail that tells the operator which receivers refuse or pause this installation's mail, and what else is amiss. Pure. */
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
    'Mail cannot be prepared from what is stored of it:',
    ...alerts.map(
      ({ count, reason, subject }) =>
        `- ${subject} ${DID.unprepared}, ${times(count)}. The last failure: "${reason ?? ''}"`,
    ),
    'Look into the log for "A mail could not be prepared", and at the disk of the database.',
  ];
}

function aboutReceivers(alerts: readonly SiteAlertRow[]): readonly string[] {
  if (alerts.length === 0) return [];
  return [
    'Receivers refuse mail from the addresses of this installation, ask it to wait, or cannot be reached:',
    ...alerts.map(({ count, kind, reason, subject }) => {
      const told = kind === 'way' ? 'The last failure' : 'It said';
      return `- ${subject} ${DID[kind]}, ${times(count)}. ${told}: "${reason ?? ''}"`;
    }),
    'Look at the addresses on the lists that are named (postrider doctor asks the large ones), at their names in DNS, ' +
      'and at which account sends what recipients did not ask for. Lists have forms to be taken off again, which help ' +
      'once the cause is mended.',
    'Mail that waits is sent when a pause ends. Each receiver is told of once a day while it goes on.',
  ];
}

function aboutResolver({ count, reason, subject }: SiteAlertRow): readonly string[] {
  return [
    `Mail waits because of DNS: ${subject} ${DID.resolver}, ${times(count)}. The last time: "${reason ?? ''}"`,
    'See that the name servers answer that POSTRIDER_RESOLVER names, or else /etc/resolv.conf of each host that ' +
      'delivers. Nothing is bounced or suppressed for it: the mail is tried again by itself. You get one mail a day while ' +
      'it goes on.',
  ];
}

function subjectOf(alerts: readonly SiteAlertRow[]): string {
  const [first] = alerts;
  const only = alerts.length === 1 ? first?.subject : undefined;
  if (alerts.every(({ kind }) => kind === 'resolver')) return 'Mail waits because DNS gives wrong answers';
  if (alerts.every(({ kind }) => kind === 'unprepared')) return 'Mail cannot be prepared';
  if (alerts.every(({ kind }) => kind === 'way')) return `Mail takes another way: ${only ?? alerts.length} failed`;
  return `Mail to ${only ?? `${alerts.length} receivers`} is held up`;
}

const DID: Readonly<Record<SiteAlertRow['kind'], string>> = {
  paused: 'wants no mail, or little, for now',
  blocked: 'refuses mail by policy',
  way: 'could not be reached, and mail took the next way of its rule',
  resolver: 'says of domains that had mail servers that they have none',
  unprepared: 'cannot be read, and the mails that need it wait, some hours at most',
};

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}
