import { Readable } from 'node:stream';
import { accountOf } from '../src/app/commands/whose.ts';
import type { Installation } from '../src/app/installation.ts';
import { contactAddressOf, saveContacts, type NewContact } from '../src/features/audience/contacts/index.ts';
import { createToken } from '../src/features/tenants/access/index.ts';
import { createAccount } from '../src/features/tenants/accounts/index.ts';
import { createPerson } from '../src/features/tenants/people/index.ts';
import { isFault } from '../src/mail/address.ts';
import { BENCH_OWNER, joinRunning, startPostrider } from './delivery/postrider.ts';
import { residentMegabytes, row, shown } from './measure.ts';

const ROWS = 1_000_000;
/** As a step of an import. */
const AT_ONCE = 5_000;
const SAMPLE_EVERY_MS = 250;
const LOOK_EVERY_MS = 500;
/** Nobody listens there: nothing is sent. */
const NO_PORT = 9;

/** A file of contacts beside what saving alone takes, and its export: rows a second, and memory of the program meanwhile. */
export async function benchImports(rows = ROWS): Promise<void> {
  console.log(`\nImports: ${shown(rows)} contacts with names, a field and a list`);
  const system = await startPostrider(NO_PORT, {});
  const installation = await joinRunning(system.dataDir);
  try {
    const token = await newToken(installation);
    const idleMb = residentMegabytes(system.pid);
    const call = caller(system.baseUrl, token);
    const sampled = async (what: string, work: () => Promise<void>): Promise<void> => {
      let most = 0;
      const sampling = setInterval(() => (most = Math.max(most, residentMegabytes(system.pid))), SAMPLE_EVERY_MS);
      const startedAt = performance.now();
      await work();
      const perSecond = (rows * 1000) / (performance.now() - startedAt);
      clearInterval(sampling);
      row(what, `${shown(perSecond)} rows/s   API and jobs, maximum ${shown(most)} MB (idle ${shown(idleMb)})`);
    };
    let id = '';
    await sampled('upload', async () => {
      id = (await call('POST', '/contacts/imports', Readable.from(fileOf(rows), { objectMode: false }))).id;
    });
    await sampled('import', async () => {
      await call('POST', `/contacts/imports/${id}/start`, '{}');
      await untilState(installation, 'done');
    });
    await sampled('export as CSV', async () => drain(`${system.baseUrl}/contacts/export`, token));
    await sampled('undo', async () => {
      await call('POST', `/contacts/imports/${id}/undo`, '{}');
      await untilState(installation, 'undone');
    });
    await measureSaving(installation, rows);
  } finally {
    await installation.close();
    await system.stop();
  }
}

async function newToken({ db }: Installation): Promise<string> {
  const { id: accountId } = await accountOf(db, BENCH_OWNER);
  const membership = { accountId, role: 'owner' } as const;
  const { id: personId } = await createPerson(db, { name: 'Bench', email: 'bench@postrider.localhost', membership });
  const made = await db.transaction(async (tx) => createToken(tx, { accountId, personId, name: 'bench' }));
  return made.token;
}

function caller(baseUrl: string, token: string) {
  return async (method: string, path: string, body: string | Readable): Promise<{ readonly id: string }> => {
    const type = typeof body === 'string' ? 'application/json' : 'text/csv';
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': type },
      body: typeof body === 'string' ? body : Readable.toWeb(body),
      duplex: 'half',
    });
    if (response.status !== 202) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    // Each of these answers with an import.
    return (await response.json()) as { readonly id: string };
  };
}

/** Looked for in the database: a token has a minute's requests. */
async function untilState({ db }: Installation, wanted: string): Promise<void> {
  for (;;) {
    const found = await db.query<{ state: string; fault: string | null }>(
      { name: '', text: 'select state, fault from import' },
      [],
    );
    if (found[0]?.state === wanted) return;
    if (found[0]?.state === 'failed') throw new Error(`The import failed: ${found[0].fault}`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

async function drain(url: string, token: string): Promise<void> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  if (response.status !== 200 || !response.body) throw new Error(`${url}: ${response.status}`);
  for await (const _piece of response.body);
}

function* fileOf(rows: number): Generator<string> {
  yield 'Email,First name,Last name,Lists\n';
  for (let first = 0; first < rows; first += 1_000) {
    const lines = Array.from({ length: Math.min(1_000, rows - first) }, (_none, index) => lineOf(first + index));
    yield lines.join('');
  }
}

function lineOf(number: number): string {
  return `reader${number}@host${number % 977}.example.org,First${number % 311},Last${number % 1_013},News\n`;
}

/** The limit: the same contacts saved by themselves in steps as large, into another account. */
async function measureSaving({ db }: Installation, rows: number): Promise<void> {
  const { id: accountId } = await createAccount(db, {
    email: 'alone@postrider.localhost',
    plan: 'unlimited',
    isOperator: false,
  });
  const startedAt = performance.now();
  for (let first = 0; first < rows; first += AT_ONCE) {
    const contacts = Array.from({ length: Math.min(AT_ONCE, rows - first) }, (_none, index) =>
      contactOf(first + index),
    );
    await db.transaction(async (tx) => saveContacts(tx, accountId, contacts));
  }
  row('saveContacts alone', `${shown((rows * 1000) / (performance.now() - startedAt))} rows/s`);
}

function contactOf(number: number): NewContact {
  const [email = '', firstName, lastName] = lineOf(number).split(',');
  const address = contactAddressOf(email);
  if (isFault(address)) throw new Error(address.fault);
  return { email: address, firstName, lastName };
}
