// Place in a run: slow.
import { afterEach, describe, expect, it } from 'vitest';
import type { Poller } from '../../src/base/poller.ts';
import type { Database } from '../../src/base/db.ts';
import { silentLog } from '../../src/base/log.ts';
import { FILTER_PARTS } from '../../src/app/bulk.ts';
import { purgeBulkActions, startBulkActions } from '../../src/features/audience/bulk-actions/index.ts';
import { removeContacts } from '../../src/features/audience/contacts/index.ts';
import { progressOf } from '../../src/features/tenants/progress/index.ts';
import { eventually, startApp } from '../support/app.ts';
import { newPerson, type TestPerson } from '../support/callers.ts';
import { membersOf, plantContacts, plantGroup, plantMembers, rowsOf } from '../support/planted-contacts.ts';
import { shared } from '../support/shared.ts';

const PATH = '/contacts/bulk-actions';
const CEILING = 20_000;

const running: Poller[] = [];

const app = shared(startApp);
afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.close()));
  // Cancels bulk actions that a test has left waiting, so that later tests do not run them.
  await app.installation.db.script('update bulk_action set next_at = null where next_at is not null');
});

/** Starts the poller that runs waiting bulk actions. */
function run(db: Database = app.installation.db, leaseSeconds = 25): Poller {
  const { clock } = app.installation;
  const parts = {
    db,
    clock,
    log: silentLog,
    filterParts: FILTER_PARTS,
    ceiling: CEILING,
    leaseSeconds,
    retrySeconds: 0,
  };
  const made = startBulkActions(parts);
  running.push(made);
  return made;
}

interface Tenant {
  readonly accountId: number;
  readonly ann: TestPerson;
  readonly tag: number;
  readonly list: number;
}

async function newTenant(): Promise<Tenant> {
  const { db } = app.installation;
  const accountId = (await app.newAccount()).account.id;
  const tag = await plantGroup(db, accountId, 'tag', 'Gold');
  const list = await plantGroup(db, accountId, 'list', 'News');
  return { accountId, ann: await newPerson(app, accountId), tag, list };
}

async function ask({ ann }: Tenant, body: Record<string, unknown>) {
  const answer = await ann.call('POST', PATH, body);
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 202 });
  return answer.body;
}

async function ended({ ann }: Tenant, id: number) {
  return eventually('the bulk action ends', async () => {
    // Use the session, because sessions have a higher rate limit than tokens.
    const { body } = await ann.session.call('GET', `${PATH}/${id}`);
    return ['completed', 'failed'].includes(body.status) ? body : undefined;
  });
}

const tagged = ({ accountId, tag }: Tenant) => membersOf(app.installation.db, accountId, 'tag', tag);

describe('row 8, POST /contacts/bulk-actions', () => {
  it('returns 202 with a waiting job and every key', async () => {
    const tenant = await newTenant();
    const filter = { status: 'active', in_list_ids: [tenant.list] };
    expect(await ask(tenant, { action: 'apply_tag', target_id: tenant.tag, filter })).toEqual({
      id: expect.any(Number),
      status: 'pending',
      action: 'apply_tag',
      target_id: tenant.tag,
      dry_run: false,
      filter: 'status is active, in list "News"',
      matched_count: null,
      processed_count: 0,
      error: null,
      started_at: null,
      completed_at: null,
      progress_id: expect.stringMatching(/^job_/),
    });
  });

  it('accepts IDs and booleans as text, in the query with an empty body, and in forms', async () => {
    const tenant = await newTenant();
    const query = `action=add_to_list&target_id=${tenant.list}&dry_run=1&filter[tag_ids][]=${tenant.tag}`;
    const byQuery = await tenant.ann.call('POST', `${PATH}?${query}`, {});
    expect(byQuery).toMatchObject({ status: 202, body: { dry_run: true, filter: 'with tag "Gold"' } });
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const byForm = await tenant.ann.call('POST', PATH, query.replaceAll('[]', '[0]'), form);
    expect(byForm).toMatchObject({ status: 202, body: { target_id: tenant.list, dry_run: true } });
    const text = { action: 'apply_tag', target_id: String(tenant.tag), dry_run: 'false', filter: { status: 'active' } };
    expect(await ask(tenant, text)).toMatchObject({ target_id: tenant.tag, dry_run: false });
  });

  it('refuses an empty filter with 422 because it matches all contacts, but counts with it in a dry run', async () => {
    const tenant = await newTenant();
    await plantContacts(app.installation.db, tenant.accountId, { count: 3 });
    for (const filter of [undefined, {}, [], null, { never_opened: false }]) {
      const { body, status } = await tenant.ann.call('POST', PATH, {
        action: 'apply_tag',
        target_id: tenant.tag,
        filter,
      });
      expect([status, Object.keys(body.errors)]).toEqual([422, ['filter']]);
    }
    const { id } = await ask(tenant, { action: 'apply_tag', target_id: tenant.tag, dry_run: true });
    run();
    expect(await ended(tenant, id)).toMatchObject({ matched_count: 3, processed_count: 0, filter: 'all contacts' });
  });

  it('refuses objects of other accounts with 422 like unknown ones', async () => {
    const [tenant, other] = [await newTenant(), await newTenant()];
    const filter = { status: 'active' };
    const sentences = async (changes: Record<string, unknown>) => {
      const given = { action: 'apply_tag', target_id: tenant.tag, filter, ...changes };
      const { body, status } = await tenant.ann.session.call('POST', PATH, given);
      expect(status).toBe(422);
      return body.errors;
    };
    for (const [action, theirs] of [
      ['apply_tag', other.tag],
      ['remove_tag', other.tag],
      ['add_to_list', other.list],
      ['remove_from_list', other.list],
    ] as const) {
      const errors = await sentences({ action, target_id: theirs });
      expect(Object.keys(errors)).toEqual(['target_id']);
      expect(await sentences({ action, target_id: 99_999_999 })).toEqual(errors);
    }
    for (const [name, theirs] of [
      ['in_list_ids', other.list],
      ['not_in_list_ids', other.list],
      ['tag_ids', other.tag],
      ['not_tag_ids', other.tag],
    ] as const) {
      const errors = await sentences({ filter: { [name]: [theirs] } });
      expect(Object.keys(errors)).toEqual([`filter.${name}`]);
      expect(await sentences({ filter: { [name]: [99_999_999] } })).toEqual(errors);
    }
    for (const name of ['opened_campaign_id', 'not_opened_campaign_id', 'clicked_campaign_id', 'segment_id']) {
      expect(Object.keys(await sentences({ filter: { [name]: 1 } }))).toEqual([`filter.${name}`]);
    }
  });

  it.each([
    ['no action', { action: undefined }, 'action'],
    ['an unknown action', { action: 'delete' }, 'action'],
    ['no target', { target_id: undefined }, 'target_id'],
    ['a target that is not a number', { target_id: 'x' }, 'target_id'],
    ['a target below one', { target_id: 0 }, 'target_id'],
    ['a target that is an array', { target_id: [1] }, 'target_id'],
    ['an invalid dry run', { dry_run: 'maybe' }, 'dry_run'],
    ['an invalid filter', { filter: 'active' }, 'filter'],
    ['an unknown condition', { filter: { stattus: 'active' } }, 'filter.stattus'],
    ['an invalid date', { filter: { created_after: 'soon' } }, 'filter.created_after'],
  ])('refuses %s with 422 and the field', async (_what, changes, field) => {
    const tenant = await newTenant();
    const given = { action: 'apply_tag', target_id: tenant.tag, filter: { status: 'active' }, ...changes };
    const { body, status } = await tenant.ann.call('POST', PATH, given);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    expect(
      await rowsOf(app.installation.db, 'select from bulk_action where account_id = $1', [tenant.accountId]),
    ).toEqual([]);
  });

  it('refuses the 21st unfinished job, also for concurrent requests', async () => {
    const tenant = await newTenant();
    const given = { action: 'apply_tag', target_id: tenant.tag, filter: { status: 'active' } };
    const answers = await Promise.all(
      Array.from({ length: 23 }, async () => tenant.ann.session.call('POST', PATH, given)),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      ...Array.from({ length: 20 }, () => 202),
      409,
      409,
      409,
    ]);
  });
});

describe('row 9, GET /contacts/bulk-actions/{id}', () => {
  it('returns 404 for unknown jobs and for those of other accounts', async () => {
    const [tenant, other] = [await newTenant(), await newTenant()];
    const { id } = await ask(other, { action: 'apply_tag', target_id: other.tag, dry_run: true });
    const answers = await Promise.all(
      [id, 99_999_999, 'x'].map(async (one) => tenant.ann.call('GET', `${PATH}/${one}`)),
    );
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(answers[0]?.body).toEqual(answers[1]?.body);
    expect((await other.ann.call('GET', `${PATH}/${id}`)).status).toBe(200);
  });
});

describe('bulk action', () => {
  it('adds to and removes from tags and lists exactly the matching contacts and counts them', async () => {
    const { db } = app.installation;
    const tenant = await newTenant();
    const { accountId, list, tag } = tenant;
    const active = await plantContacts(db, accountId, { count: 7_003 });
    await plantContacts(db, accountId, { count: 5, flags: 2, prefix: 'gone' });
    await plantMembers(db, accountId, { kind: 'tag', id: tag, contactIds: active.slice(0, 1) });
    run();

    const apply = await ended(
      tenant,
      (await ask(tenant, { action: 'apply_tag', target_id: tag, filter: { status: 'active' } })).id,
    );
    expect(apply).toMatchObject({ status: 'completed', matched_count: 7_003, processed_count: 7_003, error: null });
    expect(apply.started_at <= apply.completed_at).toBe(true);
    expect(await tagged(tenant)).toEqual({ members: 7_003, counted: 7_003 });

    const add = { action: 'add_to_list', target_id: list, filter: { unsubscribed: true } };
    expect(await ended(tenant, (await ask(tenant, add)).id)).toMatchObject({ processed_count: 5 });
    expect(await membersOf(db, accountId, 'list', list)).toEqual({ members: 5, counted: 5 });

    const remove = { action: 'remove_from_list', target_id: list, filter: { email: 'gone2@planted.example' } };
    expect(await ended(tenant, (await ask(tenant, remove)).id)).toMatchObject({ processed_count: 1 });
    expect(await membersOf(db, accountId, 'list', list)).toEqual({ members: 4, counted: 4 });

    const untag = { action: 'remove_tag', target_id: tag, filter: { tag_ids: [tag] } };
    expect(await ended(tenant, (await ask(tenant, untag)).id)).toMatchObject({ processed_count: 7_003 });
    expect(await tagged(tenant)).toEqual({ members: 0, counted: 0 });
    expect(await rowsOf(db, 'select from bulk_action_chunk where account_id = $1', [accountId])).toEqual([]);
  });

  it('changes nothing as a dry run, also above the ceiling', async () => {
    const tenant = await newTenant();
    await plantContacts(app.installation.db, tenant.accountId, { count: CEILING + 1 });
    const { id } = await ask(tenant, { action: 'apply_tag', target_id: tenant.tag, dry_run: true });
    run();
    expect(await ended(tenant, id)).toMatchObject({
      status: 'completed',
      matched_count: CEILING + 1,
      processed_count: 0,
    });
    expect(await tagged(tenant)).toEqual({ members: 0, counted: 0 });
  });

  it('fails above the ceiling with a message and without changes', async () => {
    const tenant = await newTenant();
    await plantContacts(app.installation.db, tenant.accountId, { count: CEILING + 1 });
    const { id } = await ask(tenant, { action: 'apply_tag', target_id: tenant.tag, filter: { status: 'active' } });
    run();
    const row = await ended(tenant, id);
    expect(row).toMatchObject({ status: 'failed', matched_count: CEILING + 1, processed_count: 0 });
    expect(row.error).toMatch(/matches 20,001 contacts.*at most 20,000.*No contacts were changed/);
    expect(await tagged(tenant)).toEqual({ members: 0, counted: 0 });
  });

  it('reports its progress', async () => {
    const tenant = await newTenant();
    await plantContacts(app.installation.db, tenant.accountId, { count: 10 });
    const { id } = await ask(tenant, { action: 'apply_tag', target_id: tenant.tag, filter: { status: 'active' } });
    run();
    await ended(tenant, id);
    const [row] = await rowsOf<{ progress_id: string }>(
      app.installation.db,
      'select progress_id from bulk_action where id = $1',
      [id],
    );
    expect(await progressOf(app.installation.db, tenant.accountId, [row?.progress_id ?? ''])).toMatchObject([
      { kind: 'bulk_action', state: 'done', done: 10, sentence: '10 of 10 contacts.' },
    ]);
  });

  it('applies to contacts that matched at its start: later contacts are omitted, deleted ones count but are unchanged', async () => {
    const { db } = app.installation;
    const tenant = await newTenant();
    const ids = await plantContacts(db, tenant.accountId, { count: 12_000 });
    const { id } = await ask(tenant, { action: 'apply_tag', target_id: tenant.tag, filter: { status: 'active' } });
    // The first chunk waits until the audience has changed.
    const safeguard = Promise.withResolvers<void>();
    let chunks = 0;
    run({
      ...db,
      transaction: async (work, options) => {
        if (options?.isReplanned) return db.transaction(work, options);
        chunks += 1;
        await safeguard.promise;
        return db.transaction(work, options);
      },
    });
    await eventually('the first chunk is processed', () => Promise.resolve(chunks > 0 || undefined));
    await plantContacts(db, tenant.accountId, { count: 5, prefix: 'late' });
    await db.transaction(async (tx) => removeContacts(tx, tenant.accountId, ids.slice(0, 2)));
    safeguard.resolve();
    expect(await ended(tenant, id)).toMatchObject({ matched_count: 12_000, processed_count: 12_000 });
    expect(await tagged(tenant)).toEqual({ members: 11_998, counted: 11_998 });
  });

  it('is continued by another process after its process hangs, without gaps or duplicates', async () => {
    const { db } = app.installation;
    const tenant = await newTenant();
    await plantContacts(db, tenant.accountId, { count: 17_000 });
    const { id } = await ask(tenant, { action: 'apply_tag', target_id: tenant.tag, filter: { status: 'active' } });
    let steps = 0;
    const dying: Database = {
      ...db,
      transaction: (work, options) => {
        steps += 1;
        return steps > 3 ? new Promise(() => {}) : db.transaction(work, options);
      },
    };
    void run(dying, 1);
    running.splice(0);
    await eventually('the first runner hangs', async () => steps > 3 || undefined);
    expect(await tagged(tenant)).toEqual({ members: 10_000, counted: 10_000 });
    run();
    expect(await ended(tenant, id)).toMatchObject({ status: 'completed', processed_count: 17_000 });
    expect(await tagged(tenant)).toEqual({ members: 17_000, counted: 17_000 });
  });

  it('processes each contact once if another process claims it in the middle of a chunk', async () => {
    const { db } = app.installation;
    const tenant = await newTenant();
    await plantContacts(db, tenant.accountId, { count: 6_000 });
    const { id } = await ask(tenant, { action: 'apply_tag', target_id: tenant.tag, filter: { status: 'active' } });
    let steps = 0;
    const late: Database = {
      ...db,
      transaction: async (work, options) => {
        steps += 1;
        // Simulate another process that claims the bulk action before the second step.
        if (steps === 2) await db.script(`update bulk_action set epoch = epoch + 1, next_at = now() where id = ${id}`);
        return db.transaction(work, options);
      },
    };
    run(late);
    expect(await ended(tenant, id)).toMatchObject({ status: 'completed', processed_count: 6_000 });
    expect(await tagged(tenant)).toEqual({ members: 6_000, counted: 6_000 });
  });

  it('fails and reports its progress if its tag is deleted while it runs', async () => {
    const { db } = app.installation;
    const tenant = await newTenant();
    await plantContacts(db, tenant.accountId, { count: 12_000 });
    const { id } = await ask(tenant, { action: 'apply_tag', target_id: tenant.tag, filter: { status: 'active' } });
    let steps = 0;
    run({
      ...db,
      transaction: async (work, options) => {
        steps += 1;
        if (steps === 3) await db.script(`update contact_tag set deleted_at = now() where id = ${tenant.tag}`);
        return db.transaction(work, options);
      },
    });
    const row = await ended(tenant, id);
    expect(row).toMatchObject({ status: 'failed', matched_count: 12_000, processed_count: 5_000 });
    expect(row.error).toBe('The tag was deleted after 5,000 of 12,000 contacts were processed.');
    expect(await tagged(tenant)).toEqual({ members: 5_000, counted: 5_000 });
    expect(await rowsOf(db, 'select from bulk_action_chunk where account_id = $1', [tenant.accountId])).toEqual([]);
  });

  it('fails without changes if its filter names an object deleted before it starts', async () => {
    const { db } = app.installation;
    const tenant = await newTenant();
    await plantContacts(db, tenant.accountId, { count: 5 });
    const filter = { not_in_list_ids: [tenant.list] };
    const { id } = await ask(tenant, { action: 'apply_tag', target_id: tenant.tag, filter });
    await db.script(`update contact_list set deleted_at = now() where id = ${tenant.list}`);
    run();
    const row = await ended(tenant, id);
    expect(row).toMatchObject({ status: 'failed', matched_count: null, processed_count: 0 });
    expect(row.error).toMatch(/filter\.not_in_list_ids.*No contacts were changed/);
    expect(await tagged(tenant)).toEqual({ members: 0, counted: 0 });
  });

  it('fails after five attempts with a message and does not block others', async () => {
    const { db } = app.installation;
    const [broken, other] = [await newTenant(), await newTenant()];
    for (const { accountId } of [broken, other]) await plantContacts(db, accountId, { count: 7_000 });
    const want = async (tenant: Tenant) =>
      ask(tenant, { action: 'apply_tag', target_id: tenant.tag, filter: { status: 'active' } });
    const [first, second] = [await want(broken), await want(other)];
    // The trigger rejects tags for the last contacts of one of the accounts.
    await db.script(`create function refuse_last() returns trigger language plpgsql as $$
      begin
        if new.account_id = ${broken.accountId} and new.contact_id % 7000 = 0 then raise 'never'; end if;
        return new;
      end $$;
      create trigger refuse_last before insert on tag_member for each row execute function refuse_last()`);
    try {
      run();
      expect(await ended(other, second.id)).toMatchObject({ status: 'completed', processed_count: 7_000 });
      const row = await ended(broken, first.id);
      expect(row.status).toBe('failed');
      expect(row.error).toMatch(/^The action stopped after [\d,]+ contacts because of an internal error\./);
      const { counted, members } = await tagged(broken);
      expect([members, counted]).toEqual([row.processed_count, row.processed_count]);
      const [claims] = await rowsOf<{ epoch: number }>(db, 'select epoch from bulk_action where id = $1', [first.id]);
      // The bulk action is claimed again after each of the five failures, and after each time slice that ends before it
      // is done.
      expect(claims?.epoch).toBeLessThanOrEqual(10);
    } finally {
      await db.script('drop trigger refuse_last on tag_member; drop function refuse_last');
    }
  });
});

describe('two bulk actions', () => {
  it('of one account on the same contacts run one after another in the order of their requests', async () => {
    const { db } = app.installation;
    const tenant = await newTenant();
    await plantContacts(db, tenant.accountId, { count: 11_000 });
    const filter = { status: 'active' };
    const apply = await ask(tenant, { action: 'apply_tag', target_id: tenant.tag, filter });
    const remove = await ask(tenant, { action: 'remove_tag', target_id: tenant.tag, filter });
    const again = await ask(tenant, { action: 'apply_tag', target_id: tenant.tag, filter });
    for (let processes = 0; processes < 3; processes += 1) run();
    const rows = await Promise.all([apply, remove, again].map(async ({ id }) => ended(tenant, id)));
    expect(rows.map(({ processed_count: processed }) => processed)).toEqual([11_000, 11_000, 11_000]);
    const ends = rows.map(({ completed_at: at }) => Date.parse(at));
    expect(ends).toEqual(ends.toSorted((a, b) => a - b));
    expect(await tagged(tenant)).toEqual({ members: 11_000, counted: 11_000 });
  });

  it('of two accounts alternate, so a long one delays a short one by one run only', async () => {
    const { db } = app.installation;
    const [long, short] = [await newTenant(), await newTenant()];
    await plantContacts(db, long.accountId, { count: 20_000 });
    await plantContacts(db, short.accountId, { count: 10 });
    const filter = { status: 'active' };
    const slow = await ask(long, { action: 'apply_tag', target_id: long.tag, filter });
    // Each chunk of the long bulk action takes as long as one run of the job.
    await db.script(`create function be_slow() returns trigger language plpgsql as $$
      begin
        if exists (select from fresh where account_id = ${long.accountId}) then perform pg_sleep(1.1); end if;
        return null;
      end $$;
      create trigger be_slow after insert on tag_member referencing new table as fresh
        for each statement execute function be_slow()`);
    try {
      run();
      await eventually('the long action processes a chunk', async () => (await tagged(long)).members > 0 || undefined);
      const { id } = await ask(short, { action: 'apply_tag', target_id: short.tag, filter });
      await ended(short, id);
      expect((await long.ann.session.call('GET', `${PATH}/${slow.id}`)).body.status).toBe('processing');
      expect(await ended(long, slow.id)).toMatchObject({ status: 'completed', processed_count: 20_000 });
    } finally {
      await db.script('drop trigger be_slow on tag_member; drop function be_slow');
    }
  });

  it('do not wait for each other if one is a dry run', async () => {
    const tenant = await newTenant();
    await ask(tenant, { action: 'apply_tag', target_id: tenant.tag, filter: { status: 'active' } });
    // Simulates a process that died a moment ago while it was running the bulk action.
    await app.installation.db.script(
      `update bulk_action set next_at = now() + interval '1 hour' where account_id = ${tenant.accountId}`,
    );
    const { id } = await ask(tenant, { action: 'apply_tag', target_id: tenant.tag, dry_run: true });
    run();
    expect(await ended(tenant, id)).toMatchObject({ status: 'completed', matched_count: 0 });
  });
});

it('deletes bulk actions 90 days after they ended and keeps unfinished ones', async () => {
  const { db } = app.installation;
  const tenant = await newTenant();
  const [old, open] = [
    await ask(tenant, { action: 'apply_tag', target_id: tenant.tag, dry_run: true }),
    await ask(tenant, { action: 'apply_tag', target_id: tenant.tag, dry_run: true }),
  ];
  await db.script(`update bulk_action set created_at = now() - interval '91 days' where account_id = ${tenant.accountId};
    update bulk_action set status = 'completed', next_at = null where id = ${old.id}`);
  await purgeBulkActions(db);
  expect(await rowsOf(db, 'select id from bulk_action where account_id = $1', [tenant.accountId])).toEqual([
    { id: open.id },
  ]);
});
