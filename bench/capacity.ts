import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { setWebhook } from '../src/features/transactional/webhooks/settings.ts';
import { accountOf } from '../src/app/commands/whose.ts';
import type { Installation } from '../src/app/installation.ts';
import type { Database } from '../src/base/db.ts';
import { fillAudience } from './contacts/rows.ts';
import { BENCH_KEY, BENCH_OWNER, joinRunning, startCampaign, startPostrider } from './delivery/postrider.ts';
import { SANDBOX_SENDER } from './delivery/mails.ts';
import { startSink } from './delivery/sink.ts';
import { row, shown } from './measure.ts';

const MAILS = 20_000;
/** Contacts and recipients of mail to many are cheaper, and come in greater numbers. */
const MANY = 5;
const WARM_UP = 4_000;
const LOOK_EVERY_MS = 100;
const BATCH = 100;
/** Characters of each mail's text, which stand in its html as well: 7 KB a mail. */
const TEXT = 2_800;
const LINE = 280;

interface Figures {
  readonly tables: ReadonlyMap<string, number>;
  readonly wal: number;
  readonly cpu: number;
}

/**
 * What one of each thing takes in tables, in the log that PostgreSQL writes ahead, and in CPU of all processes: a transactional
 * mail, the events that a webhook is told of it, a recipient of mail to many, a contact. By the program as it runs, over its own
 * database: the figures of docs/capacity.md.
 */
export async function benchCapacity(mails = MAILS): Promise<void> {
  console.log(`\nCapacity: ${shown(mails)} emails of 7 KB, ${shown(mails * MANY)} recipients and contacts`);
  const sink = await startSink();
  const receiver = await startReceiver();
  const system = await startPostrider(sink.port, { POSTRIDER_ALLOW_LOOPBACK_WEBHOOKS: '1' });
  const installation = await joinRunning(system.dataDir);
  const { db } = installation;
  const measure = async (what: string, count: number, work: () => Promise<void>): Promise<void> => {
    const look = async (): Promise<Figures> => ({ ...(await storedIn(db)), cpu: system.cpuMicros() });
    await settle(installation);
    const before = await look();
    await work();
    await settle(installation);
    print(what, count, before, await look());
  };
  const sendMails = (count: number) => async (): Promise<void> => {
    sink.reset();
    await Promise.all([sink.until(count), send(system.baseUrl, count)]);
  };
  try {
    await sendMails(WARM_UP)();
    await measure('a transactional mail', mails, sendMails(mails));
    const { id: accountId } = await accountOf(db, BENCH_OWNER);
    const hook = { url: receiver.url, events: ['sent', 'delivered'] as const };
    await setWebhook(installation, { accountId, via: 'command' }, { ...hook, events: [...hook.events] });
    await measure('the same, its two events told to a webhook', mails, sendMails(mails));
    await measure('a recipient of mail to many', mails * MANY, async () => {
      sink.reset();
      await Promise.all([sink.until(mails * MANY), startCampaign(installation, mails * MANY)]);
    });
    await measure('a contact, in 1.03 lists and tags', mails * MANY, async () => {
      await fillAudience(db, installation.databaseUrl, mails * MANY);
    });
  } finally {
    await installation.close();
    await system.stop();
    await receiver.close();
    await sink.close();
  }
}

/**
 * Mails as shops send them, by one caller in batches: words that differ from mail to mail, in paragraphs with a style each. What
 * is stored of them is compressed, so that a sentence which is repeated would take next to nothing.
 */
async function send(baseUrl: string, count: number): Promise<void> {
  const words = readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .map((name) => readFileSync(`docs/${name}`, 'utf8').replaceAll(/[<>&]/g, ' '))
    .join('\n');
  for (let first = 0; first < count; first += BATCH) {
    const emails = Array.from({ length: Math.min(BATCH, count - first) }, (_none, at) => {
      const from = ((first + at) * 997) % (words.length - TEXT);
      const text = words.slice(from, from + TEXT);
      const lines = Array.from({ length: TEXT / LINE }, (_line, no) => text.slice(no * LINE, (no + 1) * LINE));
      const style = 'margin:0 0 16px;font-family:Arial,sans-serif;font-size:15px;line-height:22px;color:#223344';
      const html = lines.map((line) => `<p style="${style}">${line}</p>`).join('');
      return { from: SANDBOX_SENDER, to: [BENCH_OWNER], subject: `Order ${first + at}`, text, html };
    });
    const response = await fetch(`${baseUrl}/transactional/emails/batch`, {
      method: 'POST',
      headers: { authorization: `Bearer ${BENCH_KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify({ emails }),
    });
    if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  }
}

/** A webhook's receiver that says yes. */
async function startReceiver(): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Listening on a port, so never a path or null.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Waits until all that was begun is written: outcomes, counters, webhooks. */
async function settle({ db }: Installation): Promise<void> {
  const text = `select (select count(*) from mailing where state = 'sending')
    + (select count(*) from delivery where next_at is not null)
    + (select count(*) from webhook_delivery where next_at is not null) as open`;
  for (;;) {
    const [found] = await db.query<{ open: number }>({ name: '', text }, []);
    if (found?.open === 0) break;
    await sleep(LOOK_EVERY_MS);
  }
  await db.script('checkpoint');
}

/** Bytes of each table with its indexes, days counted as one, and of the log so far. */
async function storedIn(db: Database): Promise<Pick<Figures, 'tables' | 'wal'>> {
  const text = `select coalesce(pg_partition_root(c.oid), c.oid)::regclass::text as name,
      sum(pg_total_relation_size(c.oid))::bigint as bytes
    from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace group by 1`;
  const rows = await db.query<{ name: string; bytes: number }>({ name: '', text }, []);
  const log = `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint as bytes`;
  const [wal] = await db.query<{ bytes: number }>({ name: '', text: log }, []);
  return { tables: new Map(rows.map(({ bytes, name }) => [name, bytes])), wal: wal?.bytes ?? 0 };
}

function print(what: string, count: number, before: Figures, after: Figures): void {
  const grown = [...after.tables]
    .map(([name, bytes]) => ({ name, bytes: (bytes - (before.tables.get(name) ?? 0)) / count }))
    .filter(({ bytes }) => bytes >= 1)
    .toSorted((one, other) => other.bytes - one.bytes);
  const all = grown.reduce((sum, { bytes }) => sum + bytes, 0);
  const [wal, cpu] = [(after.wal - before.wal) / count, (after.cpu - before.cpu) / count];
  row(what, `${shown(all)} bytes in tables   ${shown(wal)} in the log   ${shown(cpu)} µs CPU of all processes`);
  row('', grown.map(({ bytes, name }) => `${name} ${shown(bytes)}`).join(', '));
}
