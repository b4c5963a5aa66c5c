import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/base/db.ts';
import { systemClock } from '../../src/base/clock.ts';
import { silentLog } from '../../src/base/log.ts';
import { startApi } from '../../src/app/api.ts';
import { createLiveHub, type LiveHub } from '../../src/features/transactional/message-views/live/hub.ts';
import { createLiveStreams, MAX_STREAMS } from '../../src/features/transactional/message-views/live/stream.ts';
import type { LiveFrame } from '../../src/features/transactional/message-views/present.ts';
import type { Principal } from '../../src/http/principal.ts';
import { eventually, startApp, type TestApp } from '../support/app.ts';
import { readEvents, type EventReader, type ReceivedEvent } from '../support/event-stream.ts';
import { shared } from '../support/shared.ts';

const SCOPES = ['transactional:send', 'transactional:read', 'dashboard:read'];
const DELIVERED = 'delivered@sandbox.localhost';

let tenant: Awaited<ReturnType<TestApp['newAccount']>>;
const readers: EventReader[] = [];

const app = shared(startApp);

beforeAll(async () => {
  tenant = await app.newAccount({ scopes: SCOPES });
});
afterEach(() => {
  for (const reader of readers.splice(0)) reader.close();
});

async function follow(query = '', headers: Record<string, string> = {}, key = tenant.key): Promise<EventReader> {
  const url = `${app.api.baseUrl}/dashboard/live${query}`;
  const reader = await readEvents(url, { authorization: `Bearer ${key}`, ...headers });
  readers.push(reader);
  return reader;
}

/** Opens a stream that receives changes from now on. */
async function following(query = '', key = tenant.key): Promise<EventReader> {
  const reader = await follow(query, {}, key);
  await reader.first(({ event }) => event === 'seen');
  return reader;
}

async function send(subject: string, to = DELIVERED): Promise<string> {
  const mail = { from: 'onboarding@sandbox.localhost', to: [to], subject, text: 'Hi' };
  const { body, status } = await tenant.post('/transactional/emails', mail);
  expect({ body, status }).toMatchObject({ status: 202 });
  return body.id;
}

const isMessage =
  (id: string, status?: string) =>
  ({ data, event }: ReceivedEvent): boolean =>
    event === 'message' && data.id === id && (status === undefined || data.status === status);

describe('live stream', () => {
  it('sends a new message to two listeners in the format of the listing', async () => {
    const [one, two] = [await following(), await following()];
    expect([one.status, one.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
    const id = await send('New');
    const [first, second] = await Promise.all([one.first(isMessage(id)), two.first(isMessage(id))]);
    expect(first.data).toMatchObject({ subject: 'New', to: [DELIVERED] });
    expect(second.data).toMatchObject({ id });
  });

  it('sends nothing about messages of another account', async () => {
    const stranger = await app.newAccount({ scopes: SCOPES });
    const reader = await following('', stranger.key);
    const own = await following();
    const id = await send('Mine');
    await own.first(isMessage(id));
    expect(reader.events.filter(({ event }) => event !== 'seen')).toEqual([]);
  });

  it('sends the changed row, the event and new attempts of the watched message', async () => {
    const id = await send('Watched');
    const reader = await following(`?message=${id}`);
    const other = await following();
    const delivery = app.deliver();
    try {
      await reader.first(isMessage(id, 'delivered'));
      const event = await reader.first(
        ({ data, event: name }) => name === 'event' && data.message_id === id && data.event === 'delivered',
      );
      expect(event.data).toMatchObject({ recipient: DELIVERED, id: expect.stringMatching(/^whd_/) });
      const route = await reader.first(
        ({ data, event: name }) =>
          name === 'route' && data.legs.some((leg: { kind: string }) => leg.kind === 'attempt'),
      );
      expect(route.data).toMatchObject({ message_id: id, recipient: DELIVERED });
      await other.first(isMessage(id, 'delivered'));
      expect(other.events.some(({ event: name }) => name === 'route')).toBe(false);
      const legs = reader.events
        .filter(({ event: name }) => name === 'route')
        .flatMap(({ data }) => data.legs.map((leg: { id: string }) => leg.id));
      expect(new Set(legs).size, 'no leg twice').toBe(legs.length);
    } finally {
      await delivery.stop();
    }
  });

  it('sends everything once to a client that reconnects, also to another process', async () => {
    const reader = await following();
    const before = await send('Before');
    await reader.first(isMessage(before));
    const seen = await reader.first(
      ({ event, id }) =>
        event === 'seen' &&
        reader.events.findIndex((one) => one.id === id) > reader.events.findIndex(isMessage(before)),
    );
    reader.close();
    const missed = await send('Missed');
    const second = await startApi(app.installation);
    try {
      const headers = { authorization: `Bearer ${tenant.key}`, 'last-event-id': seen.id ?? '' };
      const again = await readEvents(`${second.baseUrl}/dashboard/live`, headers);
      readers.push(again);
      await again.first(isMessage(missed));
      const after = await send('After');
      await again.first(isMessage(after));
      expect(again.events.filter(({ event }) => event === 'message').map(({ data }) => data.id)).toEqual([
        missed,
        after,
      ]);
    } finally {
      await second.close();
    }
  });

  it('sends what commits after a later message was sent', async () => {
    const reader = await following();
    const { db } = app.installation;
    const id = '019aa5b0-2c6f-7d1a-9b3f-5c2e8d7a6b41';
    await db.script(`select ensure_message_partitions(date '2025-11-21', date '2025-11-21')`);
    let seenMeanwhile = '';
    await db.transaction(async (tx) => {
      const insert = `insert into message (account_id, id, sender, subject, head, content)
        select account_id, '${id}'::uuid, sender, 'Late', head, content from message where account_id = $1 limit 1`;
      await tx.query({ name: '', text: insert }, [tenant.account.id]);
      const delivery = `insert into delivery (account_id, message_id, recipient_no, recipient, next_at)
        values ($1, '${id}', 0, 'late@one.example', null)`;
      await tx.query({ name: '', text: delivery }, [tenant.account.id]);
      seenMeanwhile = await send('Meanwhile');
      await reader.first(isMessage(seenMeanwhile));
    });
    const late = await reader.first(({ data, event }) => event === 'message' && data.subject === 'Late');
    expect(late.data.id).toBe('tm_019aa5b02c6f7d1a9b3f5c2e8d7a6b41');
  });

  it.each(['', 'x', '1:2:3:4', '9:1:', '1'.repeat(500)])('starts from now with a Last-Event-ID of %j', async (id) => {
    const reader = await follow(`?last_event_id=${encodeURIComponent(id)}`);
    await reader.first(({ event }) => event === 'seen');
    expect(reader.events.filter(({ event }) => event === 'message')).toEqual([]);
  });

  it('cannot watch a message of another account', async () => {
    const stranger = await app.newAccount({ scopes: SCOPES });
    const id = await send('Mine');
    expect((await stranger.get(`/dashboard/live?message=${id}`)).status).toBe(404);
    expect((await tenant.get('/dashboard/live?message=nonsense')).status).toBe(404);
  });

  it('continues after the database closes all connections', async () => {
    const reader = await following();
    const admin = openDatabase({
      url: app.installation.databaseUrl,
      log: silentLog,
      connections: 1,
      applicationName: 'cut',
    });
    await admin.script(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await admin.close();
    const id = await eventually('a send is accepted', async () => {
      const mail = { from: 'onboarding@sandbox.localhost', to: [DELIVERED], subject: 'Back', text: 'Hi' };
      const { body, status } = await tenant.post('/transactional/emails', mail);
      return status === 202 ? String(body.id) : undefined;
    });
    await reader.first(isMessage(id));
  });

  it('ends immediately when the server closes', async () => {
    const second = await startApi(app.installation);
    const reader = await readEvents(`${second.baseUrl}/dashboard/live`, { authorization: `Bearer ${tenant.key}` });
    await reader.first(({ event }) => event === 'seen');
    await second.close();
    await reader.over();
    expect(reader.isOver).toBe(true);
  });
});

describe('hub', () => {
  function newHub(): LiveHub {
    const { db, log } = app.installation;
    return createLiveHub({ db, log, clock: systemClock, signingKeys: () => Promise.resolve([]) });
  }

  it('polls an account only while there are listeners, once for all of them', async () => {
    const hub = newHub();
    const reported: string[][] = [[], []];
    const leave = reported.map((own) =>
      hub.listen({
        accountId: tenant.account.id,
        watched: undefined,
        since: undefined,
        report: (frames: readonly LiveFrame[], id) => own.push(`${frames.length} ${id}`),
      }),
    );
    expect(hub.accounts).toBe(1);
    await eventually('both listeners are notified', async () =>
      reported.every(({ length }) => length > 0) ? true : undefined,
    );
    expect(reported[0]?.[0], 'of the same look').toBe(reported[1]?.[0]);
    for (const end of leave) end();
    expect(hub.accounts).toBe(0);
  });

  it('limits the streams per caller and frees them on disconnect', async () => {
    const hub = newHub();
    const streams = createLiveStreams(hub);
    // Safe cast: streams only read these two fields.
    const caller = { accountId: tenant.account.id, rateBucket: 7 } as Principal;
    const ends = Array.from({ length: MAX_STREAMS }, () => new AbortController());
    const running = ends.map(async ({ signal }) =>
      streams.open(caller, {}).stream?.({ signal, write: () => true, taken: async () => {} }),
    );
    expect([streams.count, hub.accounts]).toEqual([MAX_STREAMS, 1]);
    expect(() => streams.open(caller, {})).toThrow(/live streams/);
    expect(streams.open({ ...caller, rateBucket: 8 }, {}).status).toBe(200);
    for (const end of ends) end.abort();
    await Promise.all(running);
    expect([streams.count, hub.accounts]).toEqual([0, 0]);
  });
});
