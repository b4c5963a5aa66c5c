import { afterAll, beforeAll, expect, it } from 'vitest';
import { startVendorHooks } from '../../src/app/vendor-hooks.ts';
import { vendorJobs } from '../../src/app/vendors.ts';
import { createResolver } from '../../src/base/dns.ts';
import { VENDORS } from '../../src/features/compatibility/vendors/index.ts';
import { eventually, startApp, type TestApp } from '../support/app.ts';

const ACCOUNTS = 200;
/** Number of polls for events to send, one second apart. */
const LOOKS = 3;

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** Returns the statements that are executed by several polls for events and one run of each adapter job. */
async function atRest(): Promise<readonly string[]> {
  const { installation } = app;
  const { db } = installation;
  const asked: string[] = [];
  const watched: typeof db = Object.assign(Object.create(db), {
    query: async (...given: Parameters<typeof db.query>) => (asked.push(given[0].name), db.query(...given)),
    transaction: async (...given: Parameters<typeof db.transaction>) => (
      asked.push('a transaction'),
      db.transaction(...given)
    ),
  });
  const rested = { ...installation, db: watched };
  const hooks = startVendorHooks(rested, createResolver({ clock: installation.clock }));
  await eventually('several polls have run', () => Promise.resolve(asked.length >= LOOKS || undefined));
  await hooks.close();
  const looks = asked.splice(0).slice(0, LOOKS);
  for (const job of vendorJobs(rested)) await job.run();
  return [...looks, ...asked];
}

it('needs no more statements for enabled adapters with webhooks and messages than without any', async () => {
  const before = await atRest();
  expect(new Set(before.slice(0, LOOKS))).toEqual(new Set(['vendors_hooks_any_due']));
  await app.installation.db.script(`
    insert into vendor_adapter (account_id, vendor, is_on)
    select 3000 + n, vendor, true from generate_series(1, ${ACCOUNTS}) n, unnest('{${VENDORS.join(',')}}'::text[]) vendor;
    insert into vendor_hook (account_id, vendor, kind, url, events)
    select 3000 + n, 'mailgun', 'delivered', 'https://x.test/', '{delivered}' from generate_series(1, ${ACCOUNTS}) n;
    insert into vendor_message (account_id, id, vendor, domain, sender, subject, tags, metadata, bytes, is_test, links)
    select 3000 + n, uuid_now(), 'mailgun', 'x.test', 'a@x.test', 'Hi', '{}', '{}', 1, false, '{}'
    from generate_series(1, ${ACCOUNTS}) n;`);
  expect(await atRest()).toEqual(before);
});
