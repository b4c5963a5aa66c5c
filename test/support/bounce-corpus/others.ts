import { FORMS } from './forms.ts';

/** A message that is not a bounce, or a bounce without usable information. */
export interface Other {
  readonly name: string;
  readonly raw: string;
  readonly is: 'ignored' | 'unclassified' | 'transient';
}

const UNKNOWN = { words: '550 5.1.1 User unknown', status: '5.1.1' };

/** Builds a text message that is addressed to the return path. */
function text(headers: readonly string[], ...lines: readonly string[]): string {
  return ['Return-Path: <>', 'To: b+token@bounce.shop.example', ...headers, '', ...lines, ''].join('\r\n');
}

export const OTHERS: readonly Other[] = [
  ...(['postfix', 'sendmail', 'google', 'exchangeOnline', 'inline', 'broken'] as const).map((form): Other => ({
    name: `a delay in the form ${form}`,
    raw: FORMS[form]({ words: '450 4.2.2 Mailbox full', status: '4.2.2' }).replaceAll(
      'Action: failed',
      'Action: delayed',
    ),
    is: 'ignored',
  })),
  ...(['delivered', 'relayed', 'expanded'] as const).map((action): Other => ({
    name: `a mail that was ${action}`,
    raw: FORMS.postfix({ words: '250 2.0.0 Ok', status: '2.0.0' }).replaceAll('Action: failed', `Action: ${action}`),
    is: 'ignored',
  })),
  {
    name: 'a warning of Exim',
    raw: text(
      [
        'From: Mail Delivery System <Mailer-Daemon@host.example>',
        'Subject: Warning: message 1ab-2cd delayed 24 hours',
        'Auto-Submitted: auto-replied',
      ],
      'A message that you sent has not yet been delivered to one or more of its',
      'recipients after more than 24 hours on the queue on host.example.',
      '',
      '  ann@there.example',
      '    Delay reason: SMTP error from remote mail server: 550 5.1.1 User unknown',
      '',
      'No action is required on your part. Delivery attempts will continue for some time.',
    ),
    is: 'ignored',
  },
  {
    name: 'a warning of an older Gmail',
    raw: text(
      ['From: Mail Delivery Subsystem <mailer-daemon@googlemail.com>', 'Subject: Delivery Status Notification (Delay)'],
      'This is an automatically generated Delivery Status Notification',
      '',
      'THIS IS A WARNING MESSAGE ONLY.',
      '',
      'YOU DO NOT NEED TO RESEND YOUR MESSAGE.',
      '',
      'Message will be retried for 2 more day(s)',
      'The error that the other server returned was: 450 4.2.2 Mailbox full',
    ),
    is: 'ignored',
  },
  {
    name: 'a warning of OpenSMTPD',
    raw: text(
      ['From: Mailer Daemon <MAILER-DAEMON@puffy.example>', 'Subject: Delivery status notification: warning'],
      'A message is delayed for more than 10 minutes for the following list of recipients:',
      '',
      'ann@there.example: Network error on destination MXs',
      '',
      'Please note that this is only a temporary failure report.',
      'You DO NOT NEED to re-send the message to these recipients.',
    ),
    is: 'ignored',
  },
  {
    name: 'a warning about a full mailbox',
    raw: text(
      ['From: <postmaster@there.example>', 'Subject: Mail Delivery Warning'],
      'Delivery of email to this address has been postponed due to a full mailbox.',
      'We will continue to try to deliver your message over the next few days.',
    ),
    is: 'ignored',
  },
  {
    name: 'an absence note',
    raw: text(
      ['From: ann@there.example', 'Subject: Out of office: Hello'],
      'I no longer work here, my account is closed.',
    ),
    is: 'ignored',
  },
  {
    name: 'an absence note in German',
    raw: text(
      ['From: ann@there.example', 'Subject: Abwesenheitsnotiz: Hallo', 'Auto-Submitted: auto-replied'],
      'Ich bin bis Montag nicht im Haus. Ihre Nachricht wird nicht zugestellt.',
    ),
    is: 'ignored',
  },
  {
    name: 'an answer of a help desk',
    raw: text(
      ['From: help@there.example', 'Subject: [#1234] We have your request', 'Auto-Submitted: auto-generated'],
      'Your mail box is important to us.',
    ),
    is: 'ignored',
  },
  {
    name: 'a bounce without a reason',
    raw: FORMS.qmail({ words: '', status: '' }),
    is: 'transient',
  },
  {
    name: 'a person who quotes a bounce',
    raw: text(
      ['From: Ann <ann@there.example>', 'Subject: Re: Hello'],
      'Look what I got:',
      '> 550 5.1.1 User unknown',
    ).replace('Return-Path: <>', 'Return-Path: <ann@there.example>'),
    is: 'unclassified',
  },
  {
    name: 'a delay that quotes an earlier refusal',
    raw: FORMS.postfix(UNKNOWN).replace('Action: failed', 'Action: delayed').replace('Status: 5.1.1', 'Status: 4.4.1'),
    is: 'ignored',
  },
];
