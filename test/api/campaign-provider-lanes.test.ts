import { beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/base/db.ts';
import type { EmailAddress } from '../../src/mail/address.ts';
import type { RecordedOutcome } from '../../src/features/sending/delivery/index.ts';
import { resumeProviderLane } from '../../src/features/campaigns/campaign-sending/provider-lanes.ts';
import { answerOf, countProviders } from '../../src/features/sending/mailings/index.ts';
import { startApp } from '../support/app.ts';
import { newPerson, type TestPerson } from '../support/callers.ts';
import { rowsOf } from '../support/planted-contacts.ts';
import { plantCampaign } from '../support/sent-campaigns.ts';
import { shared } from '../support/shared.ts';

let db: Database;
const app = shared(startApp);

beforeAll(async () => {
  ({ db } = app.installation);
});

interface Tenant {
  readonly accountId: number;
  readonly ann: TestPerson;
}

async function newTenant(): Promise<Tenant> {
  const accountId = (await app.newAccount()).account.id;
  return { accountId, ann: await newPerson(app, accountId) };
}

/** Inserts a running campaign with a mailing of the given size. */
async function planted(accountId: number, recipients = 1_000, state = 'sending') {
  const id = await plantCampaign(db, accountId, { state, recipients, next_at: null, started_at: new Date() });
  const [row] = await rowsOf<{ batch_id: string }>(
    db,
    `with template as (
       insert into mail_template (account_id, hash, template) values ($1, sha256('x'), 'x') on conflict do nothing
     ), mailing as (
       insert into mailing (account_id, id, class, state, recipients, source, template_hash, started_at)
       values ($1, new_batch_id(), 3, 'sending', $3, $2, sha256('x'), now()) returning id
     ), batch as (
       insert into recipient_batch (account_id, id, mailing_id, recipients) select $1, new_batch_id(), id, $3 from mailing returning id
     ), wave as (
       insert into campaign_wave (account_id, campaign_id, wave_no, kind, mailing_id, recipients, started_at)
       select $1, $2, 1, 'all', id, $3, now() from mailing
     )
     select batch.id as batch_id from batch`,
    [accountId, id, recipients],
  );
  if (!row) throw new Error('Nothing was planted');
  return { id, ...row };
}

function outcome(batchId: string, provider: string | undefined, over: Partial<RecordedOutcome> = {}): RecordedOutcome {
  return {
    id: crypto.randomUUID(),
    messageId: batchId,
    recipientNo: 1,
    recipient: 'ann@example.com' as EmailAddress,
    mailClass: 'campaign',
    kind: 'delivered',
    status: '2.0.0',
    reason: 'OK',
    bounceClass: undefined,
    handedOverAt: new Date(),
    finishedAt: new Date(),
    wasSent: false,
    becameDelayed: false,
    wasDelayed: false,
    provider,
    route: 'direct',
    ...over,
  };
}

const record = async (accountId: number, outcomes: readonly RecordedOutcome[]): Promise<void> =>
  db.transaction(async (tx) => countProviders(tx, accountId, outcomes));

const path = (id: number, provider?: string): string =>
  `/dashboard/campaigns/${id}/lanes${provider === undefined ? '' : `/${encodeURIComponent(provider)}/pause`}`;

describe('provider lanes of a campaign', () => {
  it('count outcomes and deferred recipients by provider', async () => {
    const { accountId, ann } = await newTenant();
    const { id, batch_id: batch } = await planted(accountId);
    const deferred = {
      kind: 'deferred',
      becameDelayed: true,
      status: '4.7.28',
      reason: '421 4.7.28 slow down',
    } as const;
    const retryAt = new Date(Date.now() + 600_000);
    await record(accountId, [
      outcome(batch, 'google'),
      outcome(batch, 'google', { kind: 'bounced', bounceClass: 'recipient' }),
      outcome(batch, 'google', { ...deferred, retryAt }),
      outcome(batch, 'yahoo'),
      outcome(batch, 'yahoo', { kind: 'failed' }),
      // These outcomes are not counted, because they do not come from the provider's server or were reported later.
      outcome(batch, undefined, { kind: 'suppressed', route: 'suppressed' }),
      outcome(batch, 'yahoo', { kind: 'bounced', route: 'report' }),
    ]);
    const { body } = await ann.session.call('GET', path(id));
    expect(body).toMatchObject({ campaign_id: id, status: 'sending', recipients_count: 1_000, done_count: 0 });
    expect(body.unsorted_count).toBe(999);
    expect(body.lanes).toMatchObject([
      {
        provider: 'google',
        name: 'Gmail and Google Workspace',
        delivered_count: 1,
        refused_count: 1,
        deferred_count: 1,
        held_count: 0,
        last_answer: { text: '421 4.7.28 slow down' },
        next_try_at: retryAt.toISOString(),
      },
      {
        provider: 'yahoo',
        delivered_count: 1,
        refused_count: 0,
        failed_count: 1,
        deferred_count: 0,
        last_answer: null,
      },
    ]);
    // A second deferral does not count the message again, and the final outcome removes the message from the count.
    await record(accountId, [outcome(batch, 'google', { ...deferred, becameDelayed: false, wasDelayed: true })]);
    await record(accountId, [outcome(batch, 'google', { wasDelayed: true })]);
    const { body: later } = await ann.session.call('GET', path(id));
    expect(later.lanes[0]).toMatchObject({ provider: 'google', delivered_count: 2, deferred_count: 0 });
    expect(later.lanes[0].per_second).toBeGreaterThan(0);
  });

  it('are correct for outcomes in any order', async () => {
    const { accountId, ann } = await newTenant();
    const { id, batch_id: batch } = await planted(accountId);
    await record(accountId, [outcome(batch, 'apple', { wasDelayed: true })]);
    expect((await ann.session.call('GET', path(id))).body.lanes[0]).toMatchObject({ deferred_count: 0 });
    await record(accountId, [outcome(batch, 'apple', { kind: 'deferred', becameDelayed: true })]);
    expect((await ann.session.call('GET', path(id))).body.lanes[0]).toMatchObject({
      delivered_count: 1,
      deferred_count: 0,
    });
  });

  it('return 403 to other accounts, which cannot change them', async () => {
    const [{ accountId }, { ann: other }] = [await newTenant(), await newTenant()];
    const { id, batch_id: batch } = await planted(accountId);
    await record(accountId, [outcome(batch, 'google')]);
    for (const [method, to] of [
      ['GET', path(id)],
      ['POST', path(id, 'google')],
      ['DELETE', path(id, 'google')],
    ] as const) {
      expect((await other.session.call(method, to)).status, method).toBe(403);
    }
    expect(await rowsOf(db, 'select from mailing_provider_pause where source = $1', [id])).toEqual([]);
    expect((await other.session.call('GET', path(999_999_999))).status).toBe(404);
  });

  it('are paused and resumed with write access and shown with read access', async () => {
    const { accountId, ann } = await newTenant();
    const { id, batch_id: batch } = await planted(accountId);
    await record(accountId, [outcome(batch, 'mx.of.small.example')]);
    const reader = await newPerson(app, accountId, 'read_only');
    expect((await reader.session.call('GET', path(id))).status).toBe(200);
    expect((await reader.session.call('POST', path(id, 'google'))).status).toBe(403);
    expect((await ann.session.call('POST', path(id, 'mx.of.small.example'))).body.lanes[0]).toMatchObject({
      provider: 'mx.of.small.example',
      state: 'paused',
    });
    expect((await reader.session.call('DELETE', path(id, 'mx.of.small.example'))).status).toBe(403);
    const resumed = await ann.session.call('DELETE', path(id, 'mx.of.small.example'));
    expect(resumed).toMatchObject({ status: 200, body: { lanes: [{ state: 'sending', paused_at: null }] } });
    expect((await ann.session.call('DELETE', path(id, 'google'))).status).toBe(200);
  });

  it('are evaluated immediately when resumed, also if they are shown as paused elsewhere', async () => {
    const { accountId, ann } = await newTenant();
    const { id, batch_id: batch } = await planted(accountId);
    await record(accountId, [outcome(batch, 'google')]);
    expect((await ann.session.call('POST', path(id, 'google'))).status).toBe(200);
    const laysDown = async (): Promise<void> =>
      void (await rowsOf(db, `update campaign set next_at = now() + interval '30 seconds' where id = $1`, [id]));
    await laysDown();
    let isFirst = true;
    const looked: Database = {
      ...db,
      async transaction(work, options) {
        const result = await db.transaction(work, options);
        if (isFirst) await laysDown();
        isFirst = false;
        return result;
      },
    };
    await resumeProviderLane({ db: looked, clock: app.installation.clock }, accountId, id, 'google');
    const due = await rowsOf(db, 'select next_at <= now() as due from campaign where id = $1', [id]);
    expect([isFirst, due]).toEqual([false, [{ due: true }]]);
  });

  it('can have a limited number of names, and unknown ones are refused', async () => {
    const { accountId, ann } = await newTenant();
    const { id, batch_id: batch } = await planted(accountId);
    for (const name of ['nobody.example', 'x'.repeat(300), ' ', '<script>', "'; drop"]) {
      const { body, status } = await ann.session.call('POST', path(id, name));
      expect([status, body.name], name).toEqual([404, 'not_found']);
    }
    const many = Array.from({ length: 52 }, (_, at) => `receiver${String(at).padStart(2, '0')}.example`);
    await record(
      accountId,
      many.map((name) => outcome(batch, name)),
    );
    await rowsOf(
      db,
      `insert into mailing_provider_pause (account_id, source, provider) select $1, $2, unnest($3::text[])`,
      [accountId, id, many.slice(0, 50)],
    );
    const { body, status } = await ann.session.call('POST', path(id, many[51]));
    expect([status, body.fix]).toEqual([409, 'Resume a provider lane, or pause the whole campaign.']);
    expect((await ann.session.call('POST', path(id, many[3]))).status).toBe(200);
  });

  it.each(['draft', 'scheduled', 'sent', 'cancelled'])('cannot be paused for a campaign that is %s', async (state) => {
    const { accountId, ann } = await newTenant();
    const id = await plantCampaign(db, accountId, { state, next_at: null });
    expect((await ann.session.call('POST', path(id, 'google'))).status).toBe(409);
    expect((await ann.session.call('GET', path(id))).body.lanes).toEqual([]);
  });

  it('show the last reply without personal data', () => {
    expect(answerOf({ status: '4.2.2', reason: '452 4.2.2 <ann.lee@example.com>: mailbox full' })).toBe(
      '452 4.2.2 <…>: mailbox full',
    );
    expect(answerOf({ status: '4.4.1', reason: null })).toBe('4.4.1 no answer');
    expect(answerOf({ status: null, reason: `${'x'.repeat(299)}\u{1f4e7}` })).toHaveLength(300);
  });
});
