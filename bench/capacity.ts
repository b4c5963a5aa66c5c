import { readdirSync, readFileSync } from 'node:fs';
import { accountOf } from '../src/app/commands/whose.ts';
import type { Database } from '../src/base/db.ts';
import { setWebhook } from '../src/features/transactional/webhooks/settings.ts';
import { rowsOf } from '../test/support/planted-contacts.ts';
import { fillAudience } from './audience.ts';
import { row, shown } from './measure.ts';
import { SANDBOX_SENDER } from './messages.ts';
import { postJson, startCampaign, withProgram, type Program } from './program.ts';
import type { Sink } from './sink.ts';
import { BENCH_KEY, BENCH_OWNER, closing, numberOf, untilRecorded } from './stack.ts';
import { startReceiver } from './webhooks/receiver.ts';

const MESSAGES = 20_000;
/**
 * Multiplier for the number of contacts and bulk email recipients. More of them are measured, because they are cheaper
 * than transactional messages.
 */
const MANY = 5;
const WARM_UP = 4_000;
const BATCH = 100;
/**
 * Number of characters in the text of a message. The HTML contains the same text, so the size of the message is 7 KB.
 */
const TEXT = 2_800;
const LINE = 280;
const STYLE = 'margin:0 0 16px;font-family:Arial,sans-serif;font-size:15px;line-height:22px;color:#223344';

interface Figures {
  readonly tables: ReadonlyMap<string, number>;
  readonly wal: number;
  readonly cpu: number;
}

/**
 * Measures the figures in docs/capacity.md for the whole application: table size, write-ahead log size, and CPU time of
 * all processes, each per transactional message, per webhook event, per bulk email recipient, and per contact.
 */
export async function benchCapacity(count = MESSAGES): Promise<void> {
  const many = count * MANY;
  console.log(`\nCapacity: ${shown(count)} emails of 7 KB, ${shown(many)} recipients and contacts`);
  const environment = { POSTRIDER_ALLOW_LOOPBACK_WEBHOOKS: '1' };
  const work = async (program: Program, sink: Sink, url: string): Promise<void> => {
    const { baseUrl, installation } = program;
    const { databaseUrl, db } = installation;
    const settle = async (): Promise<Figures> => {
      await untilRecorded(db, ['mailing', 'delivery', 'webhook_delivery']);
      await db.script('checkpoint');
      return { ...(await storedIn(db)), cpu: program.cpuMicros() };
    };
    const measure = async (what: string, units: number, step: () => Promise<unknown>): Promise<void> => {
      sink.reset();
      const before = await settle();
      await step();
      print(what, units, before, await settle());
    };
    const sendMessages = (messages: number) => Promise.all([sink.until(messages), send(baseUrl, messages)]);
    await sendMessages(WARM_UP);
    await measure('a transactional message', count, () => sendMessages(count));
    const { id: accountId } = await accountOf(db, BENCH_OWNER);
    await setWebhook(installation, { accountId, via: 'command' }, { url, events: ['sent', 'delivered'] });
    await measure('the same with two webhook events', count, () => sendMessages(count));
    const sendCampaign = () => Promise.all([sink.until(many), startCampaign(installation, many)]);
    await measure('a recipient of bulk email', many, sendCampaign);
    await measure('a contact, in 1.03 lists and tags', many, () => fillAudience(db, databaseUrl, many, 0));
  };
  await closing(startReceiver(), async ({ url }) =>
    withProgram(environment, (program, sink) => work(program, sink, url)),
  );
}

/**
 * Sends messages like those from an online shop, with different words in styled paragraphs. The words differ because
 * contents are stored compressed, and a repeated sentence would take almost no space.
 */
async function send(baseUrl: string, count: number): Promise<void> {
  const pages = readdirSync('docs').filter((name) => name.endsWith('.md'));
  const words = pages.map((name) => readFileSync(`docs/${name}`, 'utf8').replaceAll(/[<>&]/g, ' ')).join('\n');
  for (let first = 0; first < count; first += BATCH) {
    const emails = Array.from({ length: Math.min(BATCH, count - first) }, (_none, at) => {
      const from = ((first + at) * 997) % (words.length - TEXT);
      const text = words.slice(from, from + TEXT);
      const lines = Array.from({ length: TEXT / LINE }, (_line, no) => text.slice(no * LINE, (no + 1) * LINE));
      const html = lines.map((line) => `<p style="${STYLE}">${line}</p>`).join('');
      return { from: SANDBOX_SENDER, to: [BENCH_OWNER], subject: `Order ${first + at}`, text, html };
    });
    await postJson(`${baseUrl}/transactional/emails/batch`, BENCH_KEY, { emails });
  }
}

/**
 * Returns the size in bytes of each table, including all partitions and indexes, and the number of bytes written to the
 * write-ahead log so far.
 */
async function storedIn(db: Database): Promise<Pick<Figures, 'tables' | 'wal'>> {
  const text = `select coalesce(pg_partition_root(c.oid), c.oid)::regclass::text as name,
      sum(pg_total_relation_size(c.oid))::bigint as bytes
    from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace group by 1`;
  const rows = await rowsOf<{ name: string; bytes: number }>(db, text);
  const wal = await numberOf(db, `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint`);
  return { tables: new Map(rows.map(({ bytes, name }) => [name, bytes])), wal };
}

function print(what: string, count: number, before: Figures, after: Figures): void {
  const growth = [...after.tables]
    .map(([name, bytes]) => ({ name, bytes: (bytes - (before.tables.get(name) ?? 0)) / count }))
    .filter(({ bytes }) => bytes >= 1)
    .toSorted((one, other) => other.bytes - one.bytes);
  const all = growth.reduce((sum, { bytes }) => sum + bytes, 0);
  const [wal, cpu] = [(after.wal - before.wal) / count, (after.cpu - before.cpu) / count];
  row(what, `${shown(all)} bytes in tables   ${shown(wal)} in the log   ${shown(cpu)} µs CPU of all processes`);
  row('', growth.map(({ bytes, name }) => `${name} ${shown(bytes)}`).join(', '));
}
