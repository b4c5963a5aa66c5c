import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock, type Clock } from '../../../base/clock.ts';
import { silentLog } from '../../../base/log.ts';
import { ensurePartitions } from '../../../base/partitions.ts';
import { isFault, parseAddress, parseMailbox, type EmailAddress, type Mailbox } from '../../../mail/address.ts';
import type { Skeleton } from '../../../mail/skeleton.ts';
import { mergeNames } from '../../../mail/template/names.ts';
import { TemplateTooCostly, type TemplateSource } from '../../../mail/template/source.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/db.ts';
import { createChunkQueue } from './chunk-queue.ts';
import { addRecipients, createMailingMaker, startMailing } from './mailing.ts';
import { createRecipientStore } from './recipient-store.ts';
import { rendering } from './rendering.ts';
import { createMailingSource } from './source.ts';

const ACCOUNT = 1_000;
const COSTLY = { first_name: 'Ann', count: '1000000000' };
const HONEST = { first_name: 'Bob', count: '3' };

describe('a mailing that is written in Liquid', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
    await ensurePartitions(database.db);
  });

  afterAll(async () => database.drop());

  it('is rendered for each recipient, and fails only for a recipient whose values make it too expensive', async () => {
    const { db } = database;
    await db.transaction(async (tx) => {
      const made = createMailingMaker({ clock: systemClock });
      const id = await made(tx, ACCOUNT, { ...template(), mailClass: 'campaign' });
      const people = [HONEST, COSTLY, {}].map((values, index) => ({
        address: address(`p${index}@example.com`),
        values,
      }));
      await addRecipients(tx, ACCOUNT, id, people);
      await startMailing(tx, ACCOUNT, id);
    });
    const store = createRecipientStore();
    const queue = createChunkQueue({ db, clock: systemClock, log: silentLog, store });
    const claims = await queue.claim();
    const source = createMailingSource({ db, clock: systemClock, store, linkToken: () => 'token' });
    const mails = await source(claims);
    const composed = await Promise.allSettled(
      claims.map(async ({ messageId, recipientNo }) => {
        const mail = mails.get(messageId);
        if (!mail || mail instanceof Error) throw new Error('The mailing cannot be rendered', { cause: mail });
        return mail.composedFor?.(recipientNo);
      }),
    );
    queue.abandon();
    const bodies = composed.map((result) =>
      result.status === 'fulfilled' ? result.value?.body.toString() : 'rejected',
    );
    expect(bodies).toEqual(['Bob=\r\n***\r\n', 'rejected', 'nobody=\r\n']);
  });
});

describe('rendering', () => {
  it('reports where a template cannot be compiled', () => {
    expect(() => rendering({ ...template(), text: '{{ frist_name }}' }, systemClock)).toThrow(
      'text, line 1, column 4: frist_name is not a known name. Did you mean first_name?',
    );
  });

  it('pauses a template whose messages are too expensive, so that they take no time from other messages', () => {
    const clock = { nowMs: 1_000_000, now: () => clock.nowMs };
    const skeleton = rendering(template(), clock);
    for (let mail = 0; mail < 3; mail += 1) expect(() => render(skeleton, COSTLY)).toThrow('more than');
    for (const values of [COSTLY, HONEST]) expect(() => render(skeleton, values)).toThrow('previous emails');
    clock.nowMs += 4_999;
    expect(() => render(skeleton, HONEST)).toThrow(TemplateTooCostly);
    clock.nowMs += 1;
    expect(render(skeleton, HONEST)).toContain('***');
    // The count of costly emails is reset after the pause.
    for (let mail = 0; mail < 2; mail += 1) expect(() => render(skeleton, COSTLY)).toThrow('more than');
    expect(render(skeleton, HONEST)).toContain('***');
  });

  it('does not pause for as long as the clock was wrong', () => {
    const clock = { nowMs: 1_000_000, now: () => clock.nowMs };
    const skeleton = rendering(template(), clock);
    for (let mail = 0; mail < 3; mail += 1) expect(() => render(skeleton, COSTLY)).toThrow('more than');
    clock.nowMs -= 3_600_000;
    expect(render(skeleton, HONEST)).toContain('***');
  });

  it('does not pause when single messages among others are too expensive', () => {
    const clock: Clock = systemClock;
    const skeleton = rendering(template(), clock);
    for (let mail = 0; mail < 10; mail += 1) {
      expect(() => render(skeleton, COSTLY)).toThrow('more than');
      expect(render(skeleton, HONEST)).toContain('***');
    }
  });
});

function render(skeleton: Skeleton, values: Record<string, string>): string {
  const to = mailbox('ann@example.com');
  const mail = skeleton.render({ to, messageId: '1@x.example', date: new Date(0), values, linkToken: () => 'token' });
  return mail.body.toString();
}

function template(): TemplateSource {
  return {
    from: mailbox('News <hello@news.example>'),
    replyTo: [],
    subject: 'News for {{ first_name }}',
    text: '{{ first_name | default: "nobody" }}{% for n in (1..count) %}*{% endfor %}',
    headers: [],
    linkPrefixes: [],
    names: mergeNames({ fields: [{ name: 'count', kind: 'number' }], account: {}, links: {} }),
    timeZone: 'UTC',
  };
}

function mailbox(text: string): Mailbox {
  const parsed = parseMailbox(text);
  if (isFault(parsed)) throw new Error(parsed.fault);
  return parsed;
}

function address(text: string): EmailAddress {
  const parsed = parseAddress(text);
  if (isFault(parsed)) throw new Error(parsed.fault);
  return parsed;
}
