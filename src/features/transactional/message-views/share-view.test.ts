import { describe, expect, it } from 'vitest';
import { textsIn } from '../../../mail/languages/texts.ts';
import { makeLocalPart } from '../../../mail/return-path.ts';
import { legsOf, type KnownPath } from './legs.ts';
import { MAX_SHOWN_ATTEMPTS, outcomeInWords, sharedLegsOf } from './share-view.ts';
import { languageOf } from '../../../../test/support/language.ts';

const ACCEPTED_MS = Date.parse('2026-11-21T08:15:00.000Z');

function at(ms: number): Date {
  return new Date(ACCEPTED_MS + ms);
}

function attempt(changes: Partial<KnownPath['attempts'][number]> = {}): KnownPath['attempts'][number] {
  return {
    attempt: 1,
    startedAt: at(100),
    finishedAt: at(300),
    outcome: 'delivered',
    route: 'direct',
    host: 'mx.one.example',
    address: '192.0.2.1',
    tls: 'TLSv1.3 TLS_AES_256_GCM_SHA384',
    status: '2.0.0',
    reason: '2.0.0 queued as 4711',
    conversation: '< 220 mx.one.example\n> EHLO mail.acme.example\n< 250 ok\n',
    ...changes,
  };
}

function event(name: string, reason: string | null, ms = 400): KnownPath['events'][number] {
  return { id: '019aa5b0-2c6f-7d1a-9b3f-5c2e8d7a6b41', event: name, occurred_at: at(ms), status: null, reason };
}

function seen(changes: Partial<KnownPath>): ReturnType<typeof sharedLegsOf> {
  return sharedLegsOf(
    textsIn(languageOf('en')),
    legsOf({
      acceptedAtMs: ACCEPTED_MS,
      recipients: 7_654,
      by: { via: 'key', name: 'secret key name' },
      signatures: [{ domain: 'acme.example', selector: 'pr1', algorithm: 'rsa-sha256' }],
      nextAttemptAt: null,
      attempts: [attempt()],
      events: [event('delivered', null)],
      webhooks: [
        {
          delivery_id: '019aa5b0-2c6f-7d1a-9b3f-5c2e8d7a6b42',
          event: 'delivered',
          attempt_no: 1,
          started_at: at(500),
          duration_ms: 5,
          answer: 500,
          fault: 'a fault of the webhook',
        },
      ],
      ...changes,
    }),
  );
}

function saidIn(conversation: string): string[] {
  const legs = seen({ attempts: [attempt({ conversation })] });
  return legs.flatMap((leg) => leg.conversation?.map(({ text }) => text) ?? []);
}

describe('shared route', () => {
  it('shows where the message went and the conversations', () => {
    const legs = seen({});
    expect(legs.map(({ title }) => title)).toEqual([
      'Accepted by the sender’s server',
      'Signed with DKIM',
      'Directly to the recipient’s mail server',
      'Connected to mx.one.example',
      'The server accepted the email',
    ]);
    expect(legs[1]?.details).toEqual(['d=acme.example, s=pr1, a=rsa-sha256']);
    expect(legs[3]?.details).toEqual(['Address: 192.0.2.1', 'Encrypted: TLSv1.3, TLS_AES_256_GCM_SHA384']);
    expect(legs[4]).toMatchObject({
      at: '2026-11-21T08:15:00.300Z',
      details: ['Reply: 2.0.0 queued as 4711', 'Accepted.'],
    });
    expect(legs[4]?.conversation?.map(({ from, text }) => `${from} ${text}`)).toEqual([
      'server 220 mx.one.example',
      'us EHLO mail.acme.example',
      'server 250 ok',
    ]);
  });

  it('shows the servers that failed before one accepted the message', () => {
    const failed = '! mx0.one.example [192.0.2.9]: connection refused\n';
    const legs = seen({ attempts: [attempt({ conversation: `${failed}< 220 mx.one.example\n` })] });
    expect(legs[3]).toMatchObject({
      title: 'Delivery to mx0.one.example failed: connection refused',
      details: ['Address: 192.0.2.9'],
    });
    expect(legs[4]?.title).toBe('Connected to mx.one.example');
  });

  it('does not show the sender, the number of recipients, or webhooks', () => {
    expect(JSON.stringify(seen({}))).not.toMatch(/secret key name|webhook|7654/i);
  });

  it.each(['opened', 'clicked', 'complained', 'something new'])('does not show that the message was %s', (name) => {
    const events = [event(name, 'Mozilla/5.0 of somebody')];
    expect(seen({ events })).toEqual(seen({ events: [] }));
  });

  it('does not show why the sender suppressed an address', () => {
    const attempts = [attempt({ outcome: 'suppressed', route: 'suppressed', reason: 'Ann said so', conversation: '' })];
    expect(JSON.stringify(seen({ attempts, events: [event('suppressed', 'Ann said so')] }))).not.toContain('Ann');
    expect(JSON.stringify(seen({ attempts: [], events: [event('suppressed', 'Ann said so')] }))).not.toContain('Ann');
  });

  it('shows a complaint as an accepted message', () => {
    const legs = seen({ attempts: [attempt({ outcome: 'complained', reason: 'abuse report' })] });
    expect(JSON.stringify(legs)).not.toMatch(/complain|abuse/);
    expect(outcomeInWords(textsIn(languageOf('en')), 'complained')).toBe(
      outcomeInWords(textsIn(languageOf('en')), 'delivered'),
    );
  });

  it('shows a bounce that was reported after delivery', () => {
    const legs = seen({ events: [event('delivered', null), event('bounced', '5.1.1 gone', 9_000)] });
    expect(legs.at(-1)).toMatchObject({ title: 'Bounced', details: ['Reply: 5.1.1 gone'] });
  });

  it('shows the time of the next attempt', () => {
    const legs = seen({
      attempts: [attempt({ outcome: 'deferred', status: '4.7.1', reason: 'later' })],
      nextAttemptAt: at(60_000),
    });
    expect(legs.at(-1)?.details).toContain('Next attempt at 2026-11-21 08:16:00.000 UTC');
  });

  it(`shows only the newest ${MAX_SHOWN_ATTEMPTS} attempts`, () => {
    const tried = (count: number): number => {
      const attempts = Array.from({ length: count }, (_, index) =>
        attempt({ attempt: index + 1, outcome: 'deferred' }),
      );
      return seen({ attempts }).filter(({ conversation }) => conversation !== undefined).length;
    };
    expect([tried(MAX_SHOWN_ATTEMPTS), tried(MAX_SHOWN_ATTEMPTS + 1)]).toEqual([
      MAX_SHOWN_ATTEMPTS,
      MAX_SHOWN_ATTEMPTS,
    ]);
  });
});

describe('shared conversation', () => {
  it('contains every delivery command', () => {
    const commands = [
      'EHLO x',
      'STARTTLS',
      'MAIL FROM:<a@x.example> SIZE=9',
      'RCPT TO:<b@y.example>',
      'DATA',
      '.',
      'QUIT',
    ];
    expect(saidIn(commands.map((line) => `> ${line}`).join('\n'))).toEqual(commands);
    expect(saidIn('> (2345 bytes)')).toEqual(['(2345 bytes)']);
  });

  it('hides authentication at a relay', () => {
    expect(saidIn('> AUTH PLAIN ***\n> AUTH LOGIN\n< 334 VXNlcm5hbWU6\n> cG9zdG1hc3Rlcg==\n> ***')).toEqual([
      '***',
      '***',
      '334 VXNlcm5hbWU6',
      '***',
      '***',
    ]);
  });

  it('contains return paths that can be found in logs but not used', () => {
    const recipient = {
      kind: 'bounce',
      accountId: 5,
      messageId: '019aa5b0-2c6f-7d1a-9b3f-5c2e8d7a6b41',
      recipientNo: 0,
    } as const;
    const [one, other] = [1, 2].map((byte) => makeLocalPart(Buffer.alloc(32, byte), recipient));
    for (const line of ['> MAIL FROM:<', '< 250 ok ', '< 550 unknown: ']) {
      const [shown = ''] = saidIn(`${line}${one}@bounce.acme.example>`);
      expect(shown).toBe(
        saidIn(`${line}${other?.toUpperCase()}@bounce.acme.example>`)[0]?.replace(/B\+[A-Z2-7]+/, (kept) =>
          kept.toLowerCase(),
        ),
      );
      expect(shown).toMatch(/b\+[a-z2-7]{44}\*\*\*@bounce\.acme\.example/);
    }
  });

  it('contains no characters that change the text direction or are invisible', () => {
    expect(saidIn('< 250 ok\u202e\u0007\u200bgnp.exe')).toEqual(['250 ok\u{fffd}\u{fffd}\u{fffd}gnp.exe']);
  });
});
