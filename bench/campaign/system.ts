import { tmpdir } from 'node:os';
import { domainPartsOf } from '../../src/app/domain-parts.ts';
import { joinInstallation, type Installation } from '../../src/app/installation.ts';
import { loadConfig } from '../../src/base/config.ts';
import { addDomain, verifyDomain } from '../../src/features/sending/domains/index.ts';
import { startNameServer, type NameServer } from '../../test/chaos/storm/name-server.ts';
import { prepareSubject, type Subject } from '../../test/chaos/storm/subject.ts';
import { plantGroup, rowsOf } from '../../test/support/planted-contacts.ts';
import { fillInSteps } from '../audience.ts';
import { PROCESSOR_MASK, row, shown } from '../measure.ts';
import { SIGNING } from '../messages.ts';
import { SYSTEM_VARIABLE } from '../processes.ts';
import { createBenchToken, MAIN } from '../program.ts';
import { startSink } from '../sink.ts';
import { BENCH_KEY, BENCH_OWNER, until, withClient } from '../stack.ts';

const READERS = 'reader';
export const CODES = 'code';
export const SINK_DOMAIN = 'sink.example';

/** A complete installation with a verified sender domain and an API token. Individual processes can be killed. */
export interface CampaignSystem {
  readonly subject: Subject;
  readonly installation: Installation;
  readonly accountId: number;
  readonly token: string;
  /** Environment value that identifies the processes of the installation. */
  readonly mark: string;
  readonly receiver: Receiver;
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** Runs `work` on a new installation whose relay is a sink for the messages to the given number of contacts. */
export async function withCampaignSystem(
  contacts: number,
  environment: Readonly<Record<string, string>>,
  work: (system: CampaignSystem) => Promise<void>,
): Promise<void> {
  const [names, receiver] = [await startNameServer(), await startReceiver(contacts)];
  const mark = `campaign-${process.pid}`;
  const mask = process.env[PROCESSOR_MASK];
  const subject = await prepareSubject({
    mainFile: MAIN,
    directory: tmpdir(),
    environment: {
      POSTRIDER_API_KEY: BENCH_KEY,
      POSTRIDER_OWNER_EMAIL: BENCH_OWNER,
      POSTRIDER_LOG: 'error',
      POSTRIDER_DELIVERY: 'relay',
      POSTRIDER_RELAY_URL: `smtp://127.0.0.1:${receiver.sink.port}`,
      POSTRIDER_RESOLVER: names.address,
      [SYSTEM_VARIABLE]: mark,
      ...(mask !== undefined && { [PROCESSOR_MASK]: mask }),
      ...environment,
    },
  });
  let installation: Installation | undefined;
  try {
    await subject.start();
    const { environment: given } = subject;
    installation = await joinInstallation(loadConfig(given), given, 'bench', undefined);
    const { accountId, token } = await createBenchToken(installation);
    await verifySender(installation, names, accountId);
    await work({ subject, installation, accountId, token, mark, receiver });
  } finally {
    await installation?.close();
    await subject.stop();
    subject.remove();
    await names.close();
    await receiver.sink.close();
  }
}

async function verifySender(installation: Installation, names: NameServer, accountId: number): Promise<void> {
  const parts = domainPartsOf(installation);
  const { records } = await addDomain(parts, accountId, SIGNING.domain);
  for (const record of records) {
    if (record.type === 'TXT') names.put(record.host, 'TXT', record.dataParts ?? record.data);
  }
  const { status } = await verifyDomain(parts, accountId, SIGNING.domain);
  if (status !== 'verified') throw new Error(`The domain is ${status}`);
  const text = `insert into campaign_settings (account_id, postal_address) values ($1, 'Tea Street 1, Ghent')`;
  await rowsOf(installation.db, text, [accountId]);
}

/** Starts a sink that counts the messages of each contact. */
async function startReceiver(contacts: number) {
  const counts = new Uint8Array(contacts + 1);
  const codes = new Map<number, number>();
  const numberIn = (address: string, before: string): number => Number.parseInt(address.slice(before.length), 10);
  const sink = await startSink((address) => {
    if (address.startsWith(CODES)) {
      codes.set(numberIn(address, CODES), performance.now());
      return;
    }
    receiver.toReaders += 1;
    const number = numberIn(address, READERS);
    counts[number] = (counts[number] ?? 0) + 1;
  });
  const receiver = {
    sink,
    /** Number of messages to contacts since the last call of `forget`. */
    toReaders: 0,
    /** Returns how many of the first `number` contacts got no message, and how many duplicates these contacts got. */
    exactness(number: number) {
      let [missing, duplicates] = [0, 0];
      for (const count of counts.subarray(1, number + 1)) {
        if (count === 0) missing += 1;
        else duplicates += count - 1;
      }
      return { missing, duplicates };
    },
    /** Returns the arrival time of the code with this number, as measured by `performance.now`. */
    codeAt: (number: number) => codes.get(number),
    forget() {
      counts.fill(0);
      receiver.toReaders = 0;
    },
  };
  return receiver;
}

/** Waits until the given number of messages to contacts has arrived. */
export async function untilReceived({ receiver }: CampaignSystem, count: number): Promise<void> {
  await until(() => receiver.toReaders >= count);
}

/**
 * Prints the numbers of missing and duplicate messages at the sink, and counters that must equal the number of
 * contacts.
 */
export function printExactness(
  { receiver }: CampaignSystem,
  contacts: number,
  counters: Readonly<Record<string, number>>,
  maxDuplicates = Infinity,
): void {
  const { duplicates, missing } = receiver.exactness(contacts);
  const isCounted = Object.values(counters).every((count) => count === contacts);
  const isExact = missing === 0 && duplicates <= maxDuplicates && isCounted;
  const words = Object.entries(counters).map(([name, count]) => `   ${name} ${shown(count)}`);
  const arrived = `${shown(missing)} missing   ${shown(duplicates)} duplicates`;
  row(isExact ? 'exactly once' : 'exactly once MISSED', `${arrived}${words.join('')}`);
}

/** Adds numbered contacts to a new list, and creates those that do not exist yet. Returns the ID of the list. */
export async function plantList({ accountId, installation }: CampaignSystem, contacts: number): Promise<number> {
  return withClient(installation.databaseUrl, async (client) => {
    await client.query("set session synchronous_commit = 'off'");
    const list = await plantGroup(installation.db, accountId, 'list', `${contacts} readers`);
    await client.query('update contact_list set contacts_count = $1 where id = $2', [contacts, list]);
    await fillInSteps(client, PLANT, contacts, [accountId, list]);
    await client.query(
      `insert into audience (account_id, contacts) select $1, count(*) from contact where account_id = $1
       on conflict (account_id) do update set contacts = excluded.contacts`,
      [accountId],
    );
    await client.query('vacuum (analyze) contact, contact_stat, list_member, contact_list');
    await client.query('checkpoint');
    return list;
  });
}

const PLANT = `with made as (
    insert into contact (account_id, email, first_name, last_name, confirmed_at)
    select $1, '${READERS}' || n || '@${SINK_DOMAIN}', (array['Ann','Bob','Carla','Dora'])[1 + n % 4], 'Reader', now()
    from generate_series($3::bigint, $4::bigint) n
    on conflict (account_id, email) do update set updated_at = now()
    returning id, created_at
  ), stat as (
    insert into contact_stat (account_id, contact_id, created_at) select $1, id, created_at from made
    on conflict do nothing
  )
  insert into list_member (account_id, list_id, contact_id) select $1, $2::bigint, id from made`;
