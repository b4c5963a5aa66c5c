import { beforeEach, describe, expect, it } from 'vitest';
import { outcomeListeners } from '../../src/app/outcomes.ts';
import type { Db, Tx } from '../../src/base/db.ts';
import { recordLateOutcome } from '../../src/features/sending/delivery/index.ts';
import {
  contactAddressOf,
  noteBounced,
  noteClicked,
  noteComplained,
  noteOpened,
  noteSent,
  noteUnsubscribed,
  removeContacts,
  saveContacts,
  lockAudience,
  type Note,
} from '../../src/features/audience/contacts/index.ts';
import { startApp } from '../support/app.ts';
import { dsnMail, INBOUND_ENVIRONMENT, newSender, sentMail, startTestInbound } from '../support/inbound.ts';
import { outcomeOf } from '../support/mailings.ts';
import { shared } from '../support/shared.ts';

let accountId: number;

const app = shared(async () => startApp(INBOUND_ENVIRONMENT));
beforeEach(async () => {
  accountId = (await app.newAccount()).account.id;
});

async function rows<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
  return app.installation.db.query<Row>({ name: '', text }, values);
}

async function contacts(...emails: string[]): Promise<number[]> {
  return app.installation.db.transaction(async (tx) => {
    const given = emails.map((email) => {
      const address = contactAddressOf(email);
      if (typeof address === 'object') throw new Error(address.fault);
      return { email: address };
    });
    return [...(await saveContacts(tx, accountId, given)).ids];
  });
}

async function note(noting: Note, ids: readonly number[], at: string): Promise<number> {
  return app.installation.db.transaction(async (tx) => noting(tx, accountId, ids, new Date(at)));
}

const statsOf = async (id: number) =>
  (
    await rows<Record<string, Date | number | null>>(
      `select c.unsubscribed_at, c.bounced_at, s.flags, s.first_sent_at, s.last_sent_at, s.last_opened_at,
         s.last_clicked_at
       from contact c left join contact_stat s on s.account_id = c.account_id and s.contact_id = c.id where c.id = $1`,
      [id],
    )
  )[0];

async function rowsUpdated(tx: Tx): Promise<{ updated: number; hot: number }> {
  const text = `select sum(pg_stat_get_xact_tuples_updated(oid))::integer as updated,
      sum(pg_stat_get_xact_tuples_hot_updated(oid))::integer as hot
    from pg_class where relname like 'contact_stat_%' and relkind = 'r'`;
  const [row] = await tx.query<{ updated: number; hot: number }>({ name: '', text }, []);
  return row ?? { updated: 0, hot: 0 };
}

const TIMES = ['2026-01-05T00:00:00Z', '2026-01-03T00:00:00Z', '2026-01-09T00:00:00Z', '2026-01-09T00:00:00Z'] as const;

describe('engagement from campaigns', () => {
  it('moves timestamps only forward, in any order and repeatedly', async () => {
    const [id = 0] = await contacts('ann@x.example');
    for (const at of TIMES) {
      await note(noteSent, [id], at);
      await note(noteOpened, [id], at);
      await note(noteClicked, [id], at);
    }
    expect(await statsOf(id)).toMatchObject({
      first_sent_at: new Date('2026-01-03T00:00:00Z'),
      last_sent_at: new Date('2026-01-09T00:00:00Z'),
      last_opened_at: new Date('2026-01-09T00:00:00Z'),
      last_clicked_at: new Date('2026-01-09T00:00:00Z'),
      flags: 0,
    });
    expect(await note(noteOpened, [id], '2026-01-08T00:00:00Z')).toBe(0);
  });

  it.each([
    ['a hard bounce', noteBounced, 'bounced_at', 4],
    ['a complaint', noteComplained, 'unsubscribed_at', 2],
    ['an unsubscribe', noteUnsubscribed, 'unsubscribed_at', 2],
  ] as const)(
    'keeps the first time of %s with its flag, also of a deleted contact',
    async (_name, noting, column, flags) => {
      const [here = 0, gone = 0] = await contacts('here@x.example', 'gone@x.example');
      await app.installation.db.transaction(async (tx) => removeContacts(tx, accountId, [gone]));
      expect(await note(noting, [here, gone, here], '2026-01-03T00:00:00Z')).toBe(2);
      expect(await note(noting, [here], '2026-01-05T00:00:00Z')).toBe(0);
      expect(await statsOf(here)).toMatchObject({ [column]: new Date('2026-01-03T00:00:00Z'), flags });
      expect(await statsOf(gone)).toMatchObject({ [column]: new Date('2026-01-03T00:00:00Z'), flags: null });
      await contacts('gone@x.example');
      expect(await statsOf(gone)).toMatchObject({ flags });
    },
  );

  it('changes no contacts of another account', async () => {
    const [id = 0] = await contacts('ann@x.example');
    accountId = (await app.newAccount()).account.id;
    for (const noting of [noteSent, noteOpened, noteClicked, noteBounced, noteUnsubscribed]) {
      expect(await note(noting, [id], '2026-01-03T00:00:00Z')).toBe(0);
    }
    expect(await statsOf(id)).toMatchObject({ flags: 0, last_sent_at: null, bounced_at: null });
  });

  it('updates the row without index writes (HOT)', async () => {
    const ids = await contacts(...Array.from({ length: 300 }, (_none, index) => `hot${index}@x.example`));
    // Use so few rows that their new versions fit on the same page even if another transaction prevents cleanup.
    const some = ids.slice(0, 20);
    await app.installation.db.transaction(async (tx) => {
      const before = await rowsUpdated(tx);
      await noteSent(tx, accountId, some, new Date());
      await noteOpened(tx, accountId, some.slice(0, 2), new Date());
      await noteClicked(tx, accountId, some.slice(0, 2), new Date());
      const after = await rowsUpdated(tx);
      expect(after.updated - before.updated).toBe(24);
      expect(after.hot - before.hot).toBe(24);
    });
  });

  it('does not deadlock with concurrent saves, deletions and updates of the same contacts', async () => {
    const emails = Array.from({ length: 40 }, (_none, index) => `busy${index}@x.example`);
    const ids = await contacts(...emails);
    const { db } = app.installation;
    await Promise.all(
      Array.from({ length: 24 }, async (_none, turn) => {
        const some = ids.filter((_id, index) => (index * 7 + turn) % 3 === 0);
        const mixed = turn % 2 === 0 ? some : some.toReversed();
        const noting = [noteSent, noteOpened, noteBounced, noteUnsubscribed][turn % 4] ?? noteSent;
        await note(noting, mixed, '2026-01-03T00:00:00Z');
        if (turn % 5 === 0) await contacts(...emails);
        if (turn % 7 === 0) await db.transaction(async (tx) => removeContacts(tx, accountId, mixed.slice(0, 3)));
      }),
    );
    const [wrong] = await rows<{ wrong: number }>(
      `select count(*)::integer as wrong from contact c
       join contact_stat s on s.account_id = c.account_id and s.contact_id = c.id
       where c.account_id = $1
         and s.flags <> contact_flags(c.confirmed_at, c.unsubscribed_at, c.bounced_at, c.invalid_at)`,
      [accountId],
    );
    expect(wrong).toEqual({ wrong: 0 });
  });
});

describe('transactional messages to a contact', () => {
  it('mark it as bounced on a bounce and as unsubscribed on an unsubscribe email', async () => {
    const tenant = await newSender(app);
    accountId = tenant.account.id;
    const [hard = 0, full = 0, spam = 0, off = 0] = await contacts(
      'hard@there.example',
      'full@there.example',
      'spam@there.example',
      'off@there.example',
    );
    const inbound = await startTestInbound(app.installation, {});
    try {
      const to = async (name: string) => sentMail(app.installation, tenant, [`${name}@there.example`]);
      await inbound.send((await to('Hard')).returnPath, dsnMail());
      await inbound.send((await to('full')).returnPath, dsnMail('5.2.2', 'smtp; 552 5.2.2 Mailbox full'));
      await inbound.send(
        (await to('off')).unsubscribe,
        'From: off@there.example\r\nSubject: unsubscribe\r\n\r\n',
        'off@there.example',
      );
      const complained = await to('spam');
      await inbound.settled();
      const onOutcomes = outcomeListeners(app.installation.config).find(({ name }) => name === 'contacts');
      await app.installation.db.transaction(async (tx) =>
        recordLateOutcome(
          tx,
          {
            accountId,
            messageId: complained.messageId,
            recipientNo: 0,
            kind: 'complained',
            status: null,
            reason: 'Feedback report',
            reportedAt: new Date(),
          },
          async (...reported) => onOutcomes?.hear(...reported),
        ),
      );
      expect(await statsOf(hard)).toMatchObject({ bounced_at: expect.any(Date), unsubscribed_at: null, flags: 4 });
      expect(await statsOf(full)).toMatchObject({ bounced_at: null, flags: 0 });
      expect(await statsOf(off)).toMatchObject({ unsubscribed_at: expect.any(Date), flags: 2 });
      expect(await statsOf(spam)).toMatchObject({ unsubscribed_at: expect.any(Date), bounced_at: null, flags: 2 });
    } finally {
      await inbound.close();
    }
  });

  it('need no statement on delivery for accounts without contacts, and one lookup on a bounce', async () => {
    const listener = outcomeListeners(app.installation.config).find(({ name }) => name === 'contacts');
    const outcome = (kind: 'delivered' | 'bounced', route = 'direct') => ({
      ...outcomeOf('019aa5b0-2c6a-7f0e-8c1d-2b3a4f5e6d7c', 0, kind),
      mailClass: 'transactional' as const,
      bounceClass: kind === 'bounced' ? ('recipient' as const) : undefined,
      route,
    });
    const asked = async (...outcomes: ReturnType<typeof outcome>[]) =>
      app.installation.db.transaction(async (tx) => {
        let statements = 0;
        const counting: Db = {
          query: async (...given) => {
            statements += 1;
            return tx.query(...given);
          },
        };
        // Safe cast: the brand exists only at compile time, and statements use the transaction.
        await listener?.hear(counting as Tx, accountId, outcomes);
        return statements;
      });
    expect(await asked(outcome('delivered'), outcome('delivered'))).toBe(0);
    expect(await asked(outcome('bounced', 'suppressed'))).toBe(0);
    expect(await asked(outcome('bounced'), outcome('bounced', 'test'))).toBe(1);
  });

  it('never wait for concurrent audience changes', async () => {
    const [id = 0] = await contacts('ann@x.example');
    await app.installation.db.transaction(async (tx) => {
      await lockAudience(tx, accountId);
      expect(await note(noteSent, [id], '2026-01-03T00:00:00Z')).toBe(1);
    });
  });
});
