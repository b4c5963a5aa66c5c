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
  const [first] = alerts;
  const what = alerts.length === 1 && first ? first.subject : `${alerts.length} receivers`;
  return {
    subject: `Mail to ${what} is held up`,
    text: [
      'Receivers refuse mail from the addresses of this installation, or ask it to wait:',
      ...alerts.map(({ count, kind, reason, subject }) => {
        const did = kind === 'paused' ? 'wants no mail, or little, for now' : 'refuses mail by policy';
        return `- ${subject} ${did}, ${times(count)}. It said: "${reason ?? ''}"`;
      }),
      'Look at the addresses on the lists that are named (postrider doctor asks the large ones), at their names in DNS, ' +
        'and at which account sends what recipients did not ask for. Lists have forms to be taken off again, which help ' +
        'once the cause is mended.',
      'Mail that waits is sent when a pause ends. Each receiver is told of once a day while it goes on.',
    ].join('\n\n'),
  };
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}
