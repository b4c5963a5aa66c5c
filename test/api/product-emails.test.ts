import { IntlMessageFormat } from 'intl-messageformat';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  decisionNotice,
  pausedNotice,
  reviewNotice,
  stoppedNotice,
} from '../../src/features/administration/account-settings/notices.ts';
import * as safeguards from '../../src/features/campaigns/campaign-safeguards/notices.ts';
import { allClearMail, firingMail } from '../../src/features/outcomes/transactional-tags/alert-mail.ts';
import { ALERT_KINDS } from '../../src/features/outcomes/transactional-tags/alert-rule.ts';
import { senderMail, siteMail } from '../../src/features/sending/delivery-alerts/alert-mail.ts';
import { MAILING, RESOLVER } from '../../src/features/sending/delivery-alerts/alert-of.ts';
import { recordMail, rotationMail } from '../../src/features/sending/domains/owner-mail.ts';
import * as deletion from '../../src/features/tenants/deletion/mails.ts';
import * as people from '../../src/features/tenants/people/mails.ts';
import type { PersonMail } from '../../src/features/tenants/people/parts.ts';
import { noticeOf } from '../../src/features/transactional/webhooks/notice.ts';
import { CATALOGS, ENGLISH, type Catalog, type Language, type MailName } from '../../src/mail/languages/catalog.ts';
import type { Figure } from '../../src/mail/languages/figures.ts';
import { writeMail, type WrittenMail } from '../../src/mail/languages/emails.ts';
import { languageOf } from '../support/language.ts';

/** The language whose catalog is replaced. Its number formats contain no Latin letters. */
const LANGUAGE = languageOf('ja');
// Safe cast: at run time, the read-only map is an ordinary map, so the test can replace an entry.
const catalogs = CATALOGS as Map<Language, Catalog>;
const original = catalogs.get(LANGUAGE);
/** The keys that were read from the catalog. */
const read = new Set<string>();

interface Element {
  readonly type: number;
  readonly value: string;
  readonly options?: Readonly<Record<string, { readonly value: readonly Element[] }>>;
}

/** Masks all letters of a message except for the names of its values. */
function masked(elements: readonly Element[]): Element[] {
  return elements.map((element) => ({
    ...element,
    ...(element.type === 0 && { value: element.value.replaceAll(/[a-z]/gi, '▒') }),
    ...(element.options && {
      options: Object.fromEntries(
        Object.entries(element.options).map(([name, option]) => [name, { ...option, value: masked(option.value) }]),
      ),
    }),
  }));
}

beforeAll(() => {
  // Safe casts: the test reads only these properties of the elements, and the formatter accepts elements.
  const pseudo = Object.fromEntries(
    Object.entries(ENGLISH.emails).map(([key, message]) => {
      const elements = new IntlMessageFormat(message, 'en').getAst() as unknown as Element[];
      return [key, masked(elements)];
    }),
  ) as unknown as Catalog['emails'];
  const emails = new Proxy(pseudo, {
    get(target, key: keyof Catalog['emails']) {
      read.add(key);
      return target[key];
    },
  });
  catalogs.set(LANGUAGE, { pages: {}, emails });
});
afterAll(() => {
  if (original) catalogs.set(LANGUAGE, original);
});

const SINCE = new Date('2026-11-21T08:15:00Z');
const ACCOUNT = { id: 1, name: 'ACME' };
const WEBHOOK = { account_id: 1, email: 'A@B.C', url: 'HTTPS://A.B/C', since: SINCE, failures: 3 };
const RECORD = { name: 'dkim1', required: true, type: 'TXT', host: 'PR1.A.B', data: 'V=1', reason: null } as const;
const figures: Figure[] = (['bounce_rate', 'complaint_rate', 'open_rate', 'reached'] as const).map((name) => ({
  name,
  percent: 5.48,
  part: 11,
  whole: 201,
  limitPercent: 5,
}));
const observed = { counters: { delivered: 100, bounced: 10, complained: 1, failed: 3 }, lastAt: SINCE };

function ofPerson({ name, values }: PersonMail): WrittenMail {
  return writeMail(LANGUAGE, name, values);
}

function peopleMails(): WrittenMail[] {
  const left = { account: ACCOUNT, name: 'KIM', keys: ['MAIN (…1234)'] };
  const closed = { account: ACCOUNT, dueAt: SINCE, operator: 'OP@B.C' };
  return [
    people.resetMail('A@B.C', 'LINK'),
    people.addressChangeMail('A@B.C', 'D@B.C', 'LINK'),
    people.addressChangedMail('A@B.C', 'D@B.C'),
    people.passwordChangedMail('A@B.C'),
    people.passwordResetMail('A@B.C', { sessions: 1, tokens: 2, grants: 0 }),
    people.leftKeysMail('A@B.C', left),
    ...(['two_factor_on', 'two_factor_off', 'passkey_added', 'passkey_deleted'] as const).map((change) =>
      people.factorMail('A@B.C', change),
    ),
    people.invitationMail('A@B.C', { account: ACCOUNT, by: 'ADA', link: 'LINK' }),
    people.invitationMail('A@B.C', { account: ACCOUNT, by: undefined, link: 'LINK' }),
    deletion.closedMail('A@B.C', { ...closed, by: 'ADA' }),
    deletion.closedMail('A@B.C', { ...closed, by: undefined }),
    deletion.restoredMail('A@B.C', ACCOUNT),
    deletion.accountDeletedMail('A@B.C', 'ACME'),
    deletion.deletedPersonMail('A@B.C', 'you'),
    deletion.deletedPersonMail('A@B.C', 'operator'),
    deletion.memberDeletedMail('A@B.C', left),
    deletion.memberDeletedMail('A@B.C', { ...left, keys: [] }),
  ].map(ofPerson);
}

function accountMails(): WrittenMail[] {
  const CLASSES = ['automation', 'confirmation', 'campaign'] as const;
  return [
    reviewNotice(LANGUAGE, { account: 'ACME', by: 'ADA', message: 'PLEASE' }),
    ...[true, false].flatMap((isApproved) => [
      decisionNotice(LANGUAGE, { account: 'ACME', isApproved, reason: 'NO' }),
      decisionNotice(LANGUAGE, { account: 'ACME', isApproved, reason: undefined }),
    ]),
    ...(['pause', 'restriction', ...CLASSES] as const).map((what) =>
      stoppedNotice(LANGUAGE, { account: 'ACME', what, reason: 'SPAM' }),
    ),
    ...(['pause', ...CLASSES] as const).flatMap((what) =>
      figures.map((figure) => pausedNotice(LANGUAGE, { account: 'ACME', what, figure })),
    ),
    ...(['campaign', 'confirmation', 'automation'] as const).flatMap((kind, findings) => [
      safeguards.waitingNotice(LANGUAGE, { account: 'ACME', kind, title: 'MAY', findings }),
      safeguards.decidedNotice(LANGUAGE, { kind, title: 'MAY', isApproved: true, reason: undefined }),
      safeguards.decidedNotice(LANGUAGE, { kind, title: 'MAY', isApproved: false, reason: 'NO' }),
    ]),
    safeguards.stoppedNotice(LANGUAGE, { title: 'MAY', figures }),
    safeguards.optimizedNotice(LANGUAGE, { title: 'MAY', figures }),
  ];
}

function sendingMails(): WrittenMail[] {
  const sender = { account_id: 1, subject: 'A.B', count: 1, first_at: SINCE, reason: '550 NO' };
  const alertOf = (kind: Parameters<typeof siteMail>[1][number]['kind'], subject: string) =>
    ({ kind, subject, count: 2, reason: '550 NO' }) as const;
  const receivers = [alertOf('paused', 'C.D'), alertOf('blocked', 'E.F'), alertOf('route', 'RELAY:G')];
  const others = [alertOf('resolver', RESOLVER), alertOf('unprepared', 'TEMPLATE')];
  const domains = [['V=2'], []].map((found) => ({ name: 'A.B', records: [{ ...RECORD, valid: false, found }] }));
  return [
    noticeOf(LANGUAGE, { ...WEBHOOK, is_gone: true, last_failure: null }),
    noticeOf(LANGUAGE, { ...WEBHOOK, is_gone: false, last_failure: 'HTTP 500' }),
    ...['A.B', MAILING].map((subject) => senderMail(LANGUAGE, { ...sender, subject })),
    ...[[...receivers, ...others], receivers, others, ...receivers.map((one) => [one])].map((alerts) =>
      siteMail(LANGUAGE, alerts),
    ),
    ...others.map((alert) => siteMail(LANGUAGE, [alert])),
    ...domains.flatMap((domain) => [
      recordMail(LANGUAGE, 'missing', domain),
      recordMail(LANGUAGE, 'stopped', domain),
      recordMail(LANGUAGE, 'resumed', domain),
      rotationMail(LANGUAGE, domain, [RECORD.host]),
    ]),
    ...ALERT_KINDS.flatMap((kind) => {
      const alert = { tag: 'TAG', kind, windowMinutes: 90, thresholdPercent: 2, minimumVolume: 10 };
      const few = { counters: { delivered: 1, bounced: 0, complained: 0, failed: 0 }, lastAt: undefined };
      return [observed, few].flatMap((one) => [
        firingMail(LANGUAGE, alert, one, 7),
        allClearMail(LANGUAGE, alert, one, 7, SINCE),
      ]);
    }),
  ];
}

it('emails of the product to users contain no strings from outside the catalogs', () => {
  for (const { subject, text } of [...peopleMails(), ...accountMails(), ...sendingMails()]) {
    expect(`${subject}\n${text}`).not.toMatch(/[a-z]/);
    expect(subject).not.toMatch(/[\n{}]/);
  }
  // A new email or string must be added to this test.
  expect(Object.keys(ENGLISH.emails).filter((key) => !read.has(key as `mail.${MailName}.text`))).toEqual([]);
});
