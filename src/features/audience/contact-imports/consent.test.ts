import { describe, expect, it } from 'vitest';
import { hasConsentWords, meaningOf, TARGET_OF, topicOf, type ConsentTarget } from './consent.ts';
import { createProfiler } from './profile.ts';

/** Returns the profile of a column that contains these cells. */
function profileOf(cells: readonly string[]) {
  const profiler = createProfiler();
  for (const cell of ['heading', ...cells]) profiler.take([cell]);
  const [column] = profiler.end().columns(true);
  if (!column) throw new Error('A column without cells');
  return column;
}

/** Returns the meaning of each cell in a column with the given heading. */
function meanings(heading: string, cells: readonly string[], target?: ConsentTarget) {
  const topic = topicOf(heading);
  const column = { heading, profile: profileOf(cells), words: undefined };
  return cells.map((cell) => meaningOf(cell, { ...column, target: target ?? TARGET_OF[topic ?? 'status'] }));
}

describe('topicOf', () => {
  it.each([
    'opt_out',
    'optout',
    'Opt-out',
    'OptOut',
    'opted_out',
    'Opted Out',
    'email_opt_out',
    'Email Opt Out',
    'HasOptedOutOfEmail',
    'Opted out of email: Marketing Information',
    'is_opt_out',
    'opt out date',
    'opted_out_at',
    'unsubscribed',
    'Unsubscribed',
    'unsubscribe',
    'is_unsubscribed',
    'isUnsubscribed',
    'unsubscribed_at',
    'Unsubscribe date',
    'unsub_time',
    'Unsubscribed from all email',
    'unsubscribed_from_emails',
    'has unsubscribed',
    'Unsubscribe reason',
    'do_not_email',
    'doNotEmail',
    'Do Not Contact',
    'do not mail',
    'DoNotBulkEMail',
    'dont_email',
    'dnc',
    'email_dnc',
    'no_email',
    'No mass emails',
    'no newsletter',
    'blacklisted',
    'blocklisted',
    'EMAIL_BLACKLISTED',
    'is_blocklisted',
    'suppressed',
    'Suppression reason',
    'complained',
    'complaint',
    'spam',
    'is_spam',
    'Marked as spam',
    'spam_complaint',
    'abuse',
    'junk',
    'email_disabled',
    'disabled',
    'deleted',
    'deleted_at',
    'removed',
    'cancelled',
    'canceled_at',
    'inactive',
    'is_blocked',
    'consent withdrawn',
    'consent_revoked_at',
    'isExcludedFromCampaigns',
    'deactivated',
    'abgemeldet',
    'Abgemeldet am',
    'Abmeldedatum',
    'ausgetragen',
    'Austragungsdatum',
    'Widerruf',
    'widersprochen',
    'gesperrt',
    'gekündigt',
    'désinscrit',
    'Désinscrit le',
    'désabonné',
    'Date de désinscription',
    'baja',
    'de baja',
    'fecha de baja',
    'dado de baja',
    'cancelado',
    'suscripción cancelada',
    'no enviar',
    'descadastrado',
    'disiscritto',
    'cancellato',
    'uitgeschreven',
    'afgemeld',
    'afmeldt',
    'avregistrerad',
    'wypisany',
    'odhlášen',
    'отписан',
    'on_hold',
    'cancelled_subscription',
    'Liste noire',
    'Cancelamento',
    "Don't email",
    'Unsubscription date',
    'Do-Not-Contact',
    'Opt-Out?',
  ])('recognizes a heading of unsubscribed contacts: %s', (heading) => {
    expect(topicOf(heading)).toBe('left');
  });

  it.each([
    'subscribed',
    'is_subscribed',
    'subscribed_to_emails',
    'newsletter',
    'Newsletter',
    'receive newsletter',
    'newsletter_subscription',
    'accepts_marketing',
    'Accepts Email Marketing',
    'Accepts Marketing',
    'email_marketing',
    'Email Marketing Consent',
    'marketing_consent',
    'consent',
    'gdpr',
    'gdpr_consent',
    'GDPR opt-in',
    'DSGVO',
    'RGPD',
    'opt_in',
    'optin',
    'Opted In',
    'email_opt_in',
    'Email Permission',
    'mailing list',
    'agreed to marketing',
    'receive emails',
    'active',
    'is_active',
    'enabled',
    'aktiv',
    'Einwilligung',
    'Zustimmung',
    'angemeldet',
    'abonniert',
    'abonné',
    'inscrit',
    'suscrito',
    'inscrito',
    'iscritto',
    'consentement',
    'consentimiento',
    'consenso',
    'toestemming',
    'samtykke',
    'zgoda',
    'Согласие',
    'subscription',
    'Abo',
    'OK to email',
    'Mailing',
    'Newsletter erwünscht',
    'Werbung',
    'Newsletter?',
  ])('recognizes a heading of contacts who opted in: %s', (heading) => {
    expect(topicOf(heading)).toBe('agreed');
  });

  it.each([
    ['status', 'status'],
    ['Status', 'status'],
    ['Subscription status', 'status'],
    ['Email subscriber status', 'status'],
    ['Email Marketing: Status', 'status'],
    ['Marketing contact status', 'status'],
    ['subscriber_type', 'status'],
    ['bounced', 'bounced'],
    ['hard_bounce', 'bounced'],
    ['bounced_at', 'bounced'],
    ['clean_time', 'bounced'],
    ['Email hard bounce reason', 'bounced'],
    ['invalid', 'invalid'],
    ['Invalid email address', 'invalid'],
    ['confirmed', 'confirmed'],
    ['email_verified', 'confirmed'],
    ['Double opt-in', 'confirmed'],
    ['bestätigt', 'confirmed'],
  ])('recognizes a heading of another status: %s', (heading, topic) => {
    expect(topicOf(heading)).toBe(topic);
  });

  it.each([
    'Name',
    'Email',
    'City',
    'Notes',
    'SMS_BLOCKLISTED',
    'Accepts SMS Marketing',
    'Do not call',
    'DoNotPostalMail',
    'bounce_count',
    'bouncecount',
    'Unsubscribe URL',
    'unsubscribe_link',
    'Spam score',
    'opt_in_ip',
    'opt_in_country',
    'consent text',
    'Order status',
    'Lead Status',
    'Account status',
    'Marital status',
    'Membership',
    'soft_bounced',
    'complimentary_plan',
    'active_subscription',
    'Baja California',
    'status_change',
    'last_active',
    'Subscription plan',
    'open_rate',
    'WhatsApp opt-in',
  ])('does not recognize headings without consent: %s', (heading) => {
    expect(topicOf(heading)).toBeUndefined();
  });
});

describe('meaningOf', () => {
  it.each([
    ['opt_out', ['1', '0'], ['unsubscribed', 'ignore']],
    ['opt_out', ['TRUE', 'FALSE'], ['unsubscribed', 'ignore']],
    ['opt_out', ['Yes', 'No'], ['unsubscribed', 'ignore']],
    ['opt_out', ['Y', 'n'], ['unsubscribed', 'ignore']],
    ['opt_out', ['x', ''], ['unsubscribed', 'ignore']],
    ['opt_out', ['✓', ''], ['unsubscribed', 'ignore']],
    ['abgemeldet', ['ja', 'nein'], ['unsubscribed', 'ignore']],
    ['désinscrit', ['oui', 'non'], ['unsubscribed', 'ignore']],
    ['baja', ['sí', 'no'], ['unsubscribed', 'ignore']],
    ['unsubscribed', ['never', 'unsubscribed', 'active'], ['ignore', 'unsubscribed', 'ignore']],
    ['unsubscribed', ['2024-13-45', '1.2.24 at noon', 'maybe'], ['unsubscribed', 'unsubscribed', undefined]],
    ['Unsubscribe reason', ['Too many mails', ''], ['unsubscribed', 'ignore']],
    ['bounced', ['1', '0', 'hard', 'soft'], ['bounced', 'ignore', 'bounced', 'ignore']],
    ['invalid', ['true', 'false'], ['invalid', 'ignore']],
    ['subscribed', ['1', '0'], ['subscribed', 'unsubscribed']],
    ['subscribed', ['1.0', '0.0'], ['subscribed', 'unsubscribed']],
    ['subscribed', ['constructor', '__proto__', '✓'], [undefined, undefined, 'subscribed']],
    ['newsletter', ['no', 'yes'], ['unsubscribed', 'subscribed']],
    ['newsletter', ['x', ''], ['subscribed', 'unsubscribed']],
    ['accepts_marketing', ['', ''], [undefined, undefined]],
    ['consent', ['granted', 'yes'], [undefined, 'subscribed']],
    ['confirmed', ['1', '0'], ['ignore', 'unconfirmed']],
    ['confirmed', ['yes', ''], ['ignore', 'unconfirmed']],
    ['confirmed', ['', ''], ['ignore', 'ignore']],
    ['status', ['Active', 'Marked as spam', 'Junk'], ['subscribed', 'unsubscribed', 'unsubscribed']],
    [
      'status',
      ['Active', 'Unconfirmed', 'Hard bounced', 'Cleaned'],
      ['subscribed', 'unconfirmed', 'bounced', 'bounced'],
    ],
    ['status', ['Active', 'Gone fishing'], ['subscribed', undefined]],
    ['status', ['Active', ''], ['subscribed', undefined]],
    ['status', ['aktiv', 'Abgemeldet', 'gekündigt'], ['subscribed', 'unsubscribed', 'unsubscribed']],
    ['status', ['1', '0'], ['subscribed', 'unsubscribed']],
    ['status', ['1', '2'], [undefined, undefined]],
    ['status', ['1', '-1'], [undefined, undefined]],
    ['status', ['yes', 'active'], [undefined, 'subscribed']],
    ['status', ['not subscribed', 'NEVER_SUBSCRIBED'], ['unsubscribed', 'unsubscribed']],
  ] as const)('interprets, in a column %s, %j as %j', (heading, cells, expected) => {
    expect(meanings(heading, cells)).toEqual(expected);
  });

  it('returns undefined for yes and no in a column with an unknown question', () => {
    expect(meanings('Plan', ['yes', 'no', '1', 'unsubscribed'], 'status')).toEqual([
      undefined,
      undefined,
      undefined,
      'unsubscribed',
    ]);
  });
});

it('does not treat a cell of punctuation as an empty cell, which may have its own meaning', () => {
  const column = { heading: 'Status', target: 'status', profile: profileOf(['?', '']) } as const;
  const words = { '': 'ignore', inactive: 'unconfirmed' } as const;
  expect(['?', '', 'Inactive'].map((value) => meaningOf(value, { ...column, words }))).toEqual([
    undefined,
    'ignore',
    'unconfirmed',
  ]);
});

it.each([
  ['Type', ['lead', 'unsubscribed'], true],
  ['Group', ['opted out'], true],
  ['Type', ['active', 'new', 'blocked'], false],
  ['State', ['CA', 'NY'], false],
  ['State', ['active', 'cancelled'], true],
  ['Answer', ['yes', 'no'], false],
])('hasConsentWords of a column %s with %j is %s', (heading, cells, is) => {
  expect(hasConsentWords(heading, profileOf(cells))).toBe(is);
});
