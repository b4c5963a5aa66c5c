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

/** The mail that tells the operator which receivers refuse or pause this installation's mail. Pure. */
export function siteMail(alerts: readonly SiteAlertRow[]): AlertText {
  return {
    subject: subjectOf(alerts),
    text: [
      'Receivers refuse mail from the addresses of this installation, ask it to wait, or cannot be reached, or mail cannot ' +
        'be prepared from what is stored of it:',
      ...alerts.map(({ count, kind, reason, subject }) => {
        const told = kind === 'way' || kind === 'unprepared' ? 'The last failure' : 'It said';
        return `- ${subject} ${DID[kind]}, ${times(count)}. ${told}: "${reason ?? ''}"`;
      }),
      'Look at the addresses on the lists that are named (postrider doctor asks the large ones), at their names in DNS, ' +
        'and at which account sends what recipients did not ask for. Lists have forms to be taken off again, which help ' +
        'once the cause is mended.',
      'Mail that waits is sent when a pause ends. Each receiver is told of once a day while it goes on.',
    ].join('\n\n'),
  };
}

function subjectOf(alerts: readonly SiteAlertRow[]): string {
  const [first] = alerts;
  const only = alerts.length === 1 ? first?.subject : undefined;
  if (alerts.every(({ kind }) => kind === 'unprepared')) return 'Mail cannot be prepared';
  if (alerts.every(({ kind }) => kind === 'way')) return `Mail takes another way: ${only ?? alerts.length} failed`;
  return `Mail to ${only ?? `${alerts.length} receivers`} is held up`;
}

const DID: Readonly<Record<SiteAlertRow['kind'], string>> = {
  paused: 'wants no mail, or little, for now',
  blocked: 'refuses mail by policy',
  way: 'could not be reached, and mail took the next way of its rule',
  unprepared: 'cannot be read, and the mails that need it wait, some hours at most',
};

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}
