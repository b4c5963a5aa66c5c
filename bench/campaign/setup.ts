import { Client } from 'pg';
import { accountOf } from '../../src/app/commands/whose.ts';
import { startNameServer, type NameServer } from '../../test/chaos/storm/name-server.ts';
import { prepareSubject, type Subject } from '../../test/chaos/storm/subject.ts';
import { domainPartsOf } from '../../src/app/domain-parts.ts';
import { joinInstallation, type Installation } from '../../src/app/installation.ts';
import { clientConfig } from '../../src/base/client-config.ts';
import { loadConfig } from '../../src/base/config.ts';
import { addDomain, verifyDomain } from '../../src/features/sending/domains/index.ts';
import { createToken } from '../../src/features/tenants/access/index.ts';
import { createPerson } from '../../src/features/tenants/people/index.ts';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { SYSTEM_VARIABLE } from '../delivery/cpu.ts';
import { SIGNING } from '../delivery/mails.ts';
import { BENCH_KEY, BENCH_OWNER } from '../delivery/postrider.ts';
import { PROCESSOR_MASK } from '../measure.ts';
import { SINK_DOMAIN } from './receiver.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const PER_STATEMENT = 100_000;

/** A whole installation with a verified sender domain, an audience and somebody who calls its API. */
export interface Stage {
  readonly subject: Subject;
  readonly installation: Installation;
  readonly accountId: number;
  readonly token: string;
  /** The person whose token it is. */
  readonly personId: number;
  /** What the installation resolves names by. */
  readonly names: NameServer;
  /** By which the processes of the installation are known. */
  readonly mark: string;
  close(): Promise<void>;
}

/** Starts the whole program with a sink as its relay. */
export async function setStage(sinkPort: number, environment: Readonly<Record<string, string>>): Promise<Stage> {
  const names = await startNameServer();
  const mark = `campaign-${process.pid}`;
  const given = {
    POSTRIDER_API_KEY: BENCH_KEY,
    POSTRIDER_OWNER_EMAIL: BENCH_OWNER,
    POSTRIDER_LOG: 'error',
    POSTRIDER_DELIVERY: 'relay',
    POSTRIDER_RELAY_URL: `smtp://127.0.0.1:${sinkPort}`,
    POSTRIDER_RESOLVER: names.address,
    [SYSTEM_VARIABLE]: mark,
    ...(process.env[PROCESSOR_MASK] !== undefined && { [PROCESSOR_MASK]: process.env[PROCESSOR_MASK] }),
    ...environment,
  };
  const subject = await prepareSubject({ mainFile: MAIN, directory: tmpdir(), environment: given });
  const close = async (): Promise<void> => {
    await subject.stop();
    subject.remove();
    await names.close();
  };
  try {
    await subject.start();
    const installation = await joinInstallation(
      loadConfig(subject.environment),
      subject.environment,
      'bench',
      undefined,
    );
    const { accountId, personId, token } = await setUp(installation, names);
    return {
      subject,
      installation,
      accountId,
      token,
      personId,
      names,
      mark,
      async close() {
        await installation.close();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function setUp(
  installation: Installation,
  names: NameServer,
): Promise<{ accountId: number; personId: number; token: string }> {
  const { db } = installation;
  const { id: accountId } = await accountOf(db, BENCH_OWNER);
  const parts = domainPartsOf(installation);
  const { records } = await addDomain(parts, accountId, SIGNING.domain);
  for (const record of records) {
    if (record.type === 'TXT') names.put(record.host, 'TXT', record.dataParts ?? record.data);
  }
  const { status } = await verifyDomain(parts, accountId, SIGNING.domain);
  if (status !== 'verified') throw new Error(`The domain is ${status}`);
  await query(
    installation,
    `insert into campaign_settings (account_id, postal_address) values ($1, 'Tea Street 1, Ghent')`,
    [accountId],
  );
  const membership = { accountId, role: 'owner' } as const;
  const { id: personId } = await createPerson(db, { name: 'Bench', email: 'bench@postrider.localhost', membership });
  const made = await db.transaction(async (tx) => createToken(tx, { accountId, personId, name: 'bench' }));
  return { accountId, personId, token: made.token };
}

/** Contacts with numbers from 1 in a list of their own; gives the list. */
export async function plantList({ accountId, installation }: Stage, contacts: number): Promise<number> {
  const client = new Client({ ...clientConfig(installation.databaseUrl, 'bench'), statement_timeout: 0 });
  await client.connect();
  try {
    await client.query("set session synchronous_commit = 'off'");
    const { rows } = await client.query<{ id: number }>(
      'insert into contact_list (account_id, name, contacts_count) values ($1, $2, $3) returning id',
      [accountId, `${contacts} readers`, contacts],
    );
    const list = rows[0]?.id ?? 0;
    for (let first = 1; first <= contacts; first += PER_STATEMENT) {
      await client.query(PLANT, [accountId, first, Math.min(contacts, first + PER_STATEMENT - 1), list]);
    }
    await client.query(
      `insert into audience (account_id, contacts) select $1, count(*) from contact where account_id = $1
       on conflict (account_id) do update set contacts = excluded.contacts`,
      [accountId],
    );
    await client.query('vacuum (analyze) contact, contact_stat, list_member, contact_list');
    await client.query('checkpoint');
    return list;
  } finally {
    await client.end();
  }
}

const PLANT = `with made as (
    insert into contact (account_id, email, first_name, last_name, confirmed_at)
    select $1, 'reader' || n || '@${SINK_DOMAIN}', (array['Ann','Bob','Carla','Dora'])[1 + n % 4], 'Reader', now()
    from generate_series($2::bigint, $3::bigint) n
    on conflict (account_id, email) do update set updated_at = now()
    returning id, created_at
  ), stat as (
    insert into contact_stat (account_id, contact_id, created_at) select $1, id, created_at from made
    on conflict do nothing
  )
  insert into list_member (account_id, list_id, contact_id) select $1, $4::bigint, id from made`;

/** Rows of a statement that only the bench asks. */
export async function query<Row>(
  { db }: Installation,
  text: string,
  values: readonly unknown[] = [],
): Promise<readonly Row[]> {
  return db.query<Row>({ name: '', text }, values);
}
