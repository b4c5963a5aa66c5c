import { Readable } from 'node:stream';
import type { Installation } from '../src/app/installation.ts';
import { contactAddressOf, saveContacts, type NewContact } from '../src/features/audience/contacts/index.ts';
import { createAccount } from '../src/features/tenants/accounts/index.ts';
import { isFault } from '../src/mail/address.ts';
import { rowsOf } from '../test/support/planted-contacts.ts';
import { judged, millisecondsOf, row, shown, watchPeak } from './measure.ts';
import { residentMegabytes } from './processes.ts';
import { createBenchToken, postJson, withProgram } from './program.ts';
import { until } from './stack.ts';

const ROWS = 1_000_000;
/** Number of contacts per step, the same as in an import. */
const AT_ONCE = 5_000;
const POLL_MS = 500;
const MIN_PER_SECOND = 14_000;

/**
 * Measures the rows per second and the memory use of importing and exporting a contact file. For comparison, also
 * measures how long it takes to save the same contacts without an import.
 */
export async function benchImports(rows = ROWS): Promise<void> {
  console.log(`\nImports: ${shown(rows)} contacts with names, a field and a list`);
  await withProgram({}, async ({ baseUrl, installation, pid }) => {
    const { token } = await createBenchToken(installation);
    const idleMb = residentMegabytes(pid);
    const measure = async (what: string, least: number, work: () => Promise<void>): Promise<void> => {
      const memory = watchPeak(() => residentMegabytes(pid));
      const perSecond = (rows * 1000) / (await millisecondsOf(work));
      const megabytes = `API and jobs, maximum ${shown(memory.stop())} MB (idle ${shown(idleMb)})`;
      row(what, `${judged(perSecond, { least })} rows/s   ${megabytes}`);
    };
    let url = '';
    await measure('upload', 0, async () => void (url = await uploadContacts(baseUrl, token, rows)));
    await measure('import', MIN_PER_SECOND, async () => {
      await postJson(`${url}/start`, token, {});
      await untilImported(installation, 'done');
    });
    await measure('export as CSV', 0, async () => download(`${baseUrl}/contacts/export`, token));
    await measure('undo', 0, async () => {
      await postJson(`${url}/undo`, token, {});
      await untilImported(installation, 'undone');
    });
    const ms = await saveAlone(installation, rows);
    row('saveContacts alone', `${shown((rows * 1000) / ms)} rows/s`);
  });
}

/**
 * Uploads a file with numbered contacts and returns the URL of the import. `listsOf` returns the cell with the lists of
 * a contact.
 */
export async function uploadContacts(
  baseUrl: string,
  token: string,
  rows: number,
  listsOf: (number: number) => string = () => 'News',
): Promise<string> {
  const response = await fetch(`${baseUrl}/contacts/imports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
    body: Readable.toWeb(Readable.from(linesOf(rows, listsOf), { objectMode: false })),
    duplex: 'half',
  });
  if (response.status !== 202) throw new Error(`${response.status} ${await response.text()}`);
  // Safe cast: the API document guarantees an import object.
  const { id } = (await response.json()) as { readonly id: string };
  return `${baseUrl}/contacts/imports/${id}`;
}

/**
 * Waits until the import has the given state, and throws if the import fails. Polls the database instead of the API,
 * because a token can only send a limited number of requests per minute.
 */
export async function untilImported({ db }: Installation, expected: string): Promise<void> {
  await until(async () => {
    const [found] = await rowsOf<{ state: string; fault: string | null }>(db, 'select state, fault from import');
    if (found?.state === 'failed') throw new Error(`The import failed: ${found.fault}`);
    return found?.state === expected;
  }, POLL_MS);
}

async function download(url: string, token: string): Promise<void> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  if (response.status !== 200 || !response.body) throw new Error(`${url}: ${response.status}`);
  for await (const _piece of response.body);
}

function* linesOf(rows: number, listsOf: (number: number) => string): Generator<string> {
  yield 'Email,First name,Last name,Lists\n';
  for (let number = 0; number < rows; number += 1_000) {
    const count = Math.min(1_000, rows - number);
    yield Array.from(
      { length: count },
      (_none, index) => `${lineOf(number + index)},${listsOf(number + index)}\n`,
    ).join('');
  }
}

function lineOf(number: number): string {
  return `reader${number}@host${number % 977}.example.org,First${number % 311},Last${number % 1_013}`;
}

/** Measures the time in milliseconds to save the same contacts to another account in steps of the same size. */
async function saveAlone({ db }: Installation, rows: number): Promise<number> {
  const account = { email: 'alone@postrider.localhost', plan: 'unlimited', isOperator: false } as const;
  const { id: accountId } = await createAccount(db, account);
  return millisecondsOf(async () => {
    for (let first = 0; first < rows; first += AT_ONCE) {
      const count = Math.min(AT_ONCE, rows - first);
      const contacts = Array.from({ length: count }, (_none, index) => contactOf(first + index));
      await db.transaction(async (tx) => saveContacts(tx, accountId, contacts));
    }
  });
}

function contactOf(number: number): NewContact {
  const [text = '', firstName, lastName] = lineOf(number).split(',');
  const email = contactAddressOf(text);
  if (isFault(email)) throw new Error(email.fault);
  return { email, firstName, lastName };
}
