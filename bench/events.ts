import { startApi } from '../src/app/api.ts';
import { plantAutomation } from '../test/support/planted-automations.ts';
import { rowsOf } from '../test/support/planted-contacts.ts';
import { emptyRoute } from './accept.ts';
import { offerLoad, postRequest } from './load/index.ts';
import { judged, printRatio, row, shown } from './measure.ts';
import { BENCH_OWNER, numberOf, withStack, type Stack } from './stack.ts';

const CONTACTS = 50_000;
const PATH = '/events';
const CALLERS = 64;
const BATCH_CALLERS = 2;
const BATCH = 1_000;
const SECONDS = 5;
/** Minimum number of events per second. */
const MIN_EVENTS = 2_000;
const DELAY_HOURS = 2;
const MAX_ENTERED = 4;

/**
 * Measures the rate at which one process stores events, one per request and in batches, compared with a route that does
 * no work. Measures events that start no automation, and events that each add another contact to an automation. The
 * first email of the automation has a delay, so that nothing is due.
 */
export async function benchEvents(contacts = CONTACTS): Promise<void> {
  console.log(`\nEvents over HTTP: ${shown(contacts)} contacts, one process, callers on the same cores`);
  await withStack({}, async (stack) => {
    const { db } = stack.installation;
    const accountId = await plantContacts(stack, contacts);
    const [request = Buffer.of()] = requestsOf(stack, 1, 'page.viewed', 1);
    const { acceptedPerSecond: empty } = await emptyRoute(stack, request, PATH);
    const api = await startApi(stack.installation);
    const call = async (event: string, size: number): Promise<number> =>
      measure(api.port, requestsOf(stack, contacts, event, size), size);
    const single = await call('page.viewed', 1);
    const batched = await call('page.viewed', BATCH);
    const starts = ['order.placed', 'order.paid'] as const;
    for (const event of starts) await plantAutomation(db, accountId, { type: 'event', event }, [DELAY_HOURS]);
    const [entering, enteringBatched] = [await call(starts[0], 1), await call(starts[1], BATCH)];
    await api.close();
    row('a route that does nothing', `${shown(empty)} requests/s`);
    print('one event per request', single);
    print(`batches of ${shown(BATCH)}`, batched);
    print('one event per request, entering', entering);
    print(`batches of ${shown(BATCH)}, entering`, enteringBatched);
    printRatio('one event : a route that does nothing', single, empty);
    printRatio('batches : batches that enter', batched, enteringBatched, { most: MAX_ENTERED });
    const text = 'select sum(entered) from automation where account_id = $1';
    row('contacts that entered', shown(await numberOf(db, text, [accountId])));
  });
}

/** Inserts contacts into the owner's account and returns the ID of the account. */
async function plantContacts({ installation: { db } }: Stack, contacts: number): Promise<number> {
  const accountId = await numberOf(db, 'select account_id from account where email = $1', [BENCH_OWNER]);
  await rowsOf(
    db,
    `with made as (
       insert into contact (account_id, email, confirmed_at)
       select $1, 'reader' || n || '@customer.example', now() from generate_series(1, $2::bigint) n
       returning id, created_at
     )
     insert into contact_stat (account_id, contact_id, created_at) select $1, id, created_at from made`,
    [accountId, contacts],
  );
  await rowsOf(db, 'insert into audience (account_id, contacts) values ($1, $2)', [accountId, contacts]);
  await db.script('analyze contact, contact_stat');
  return accountId;
}

/** Returns requests that each contain the given number of events, for different contacts. */
function requestsOf({ key }: Stack, contacts: number, name: string, size: number): readonly Buffer[] {
  const events = Array.from({ length: contacts }, (_none, index) => ({
    name,
    email: `reader${index + 1}@customer.example`,
    properties: { order: { id: 4_711 + index, total: '49.00', currency: 'EUR' } },
  }));
  if (size === 1) return events.map((event) => postRequest(PATH, key, event));
  return Array.from({ length: Math.floor(contacts / size) }, (_none, index) =>
    postRequest(`${PATH}/batch`, key, { events: events.slice(index * size, (index + 1) * size) }),
  );
}

/** Returns the number of events per second. */
async function measure(port: number, requests: readonly Buffer[], size: number): Promise<number> {
  const concurrency = size === 1 ? CALLERS : BATCH_CALLERS;
  const load = await offerLoad({ port, requests, perSecond: 0, seconds: SECONDS, concurrency }, [undefined]);
  const refused = Object.keys(load.statuses).filter((status) => status !== '202');
  if (refused.length > 0) throw new Error(`Status ${refused.join(', ')} instead of 202`);
  return load.acceptedPerSecond * size;
}

function print(name: string, perSecond: number): void {
  row(name, `${judged(perSecond, { least: MIN_EVENTS })} events/s`);
}
