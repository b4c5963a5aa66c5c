import type { Database } from '../../src/base/db.ts';
import type { Poller } from '../../src/base/poller.ts';
import { silentLog } from '../../src/base/log.ts';
import { importKindsOf } from '../../src/app/imports.ts';
import { startImports } from '../../src/features/tenants/imports/index.ts';
import { eventually, type Answer, type TestApp } from './app.ts';
import { newPerson, type TestPerson } from './callers.ts';

export const IMPORTS = '/contacts/imports';
const ENDED = ['done', 'failed', 'cancelled', 'undone'];

/** An account with a user who imports and exports contacts. */
export interface Audience {
  readonly accountId: number;
  readonly person: TestPerson;
  upload(file: string | Buffer, fileName?: string): Promise<Answer>;
  /** Uploads a file and requests its import. Resolves with the import before it starts. */
  begin(file: string | Buffer, given?: Readonly<Record<string, unknown>>, fileName?: string): Promise<{ id: string }>;
  /** Uploads and imports a file. Resolves with the import when it has ended. */
  import(file: string | Buffer, given?: Readonly<Record<string, unknown>>, fileName?: string): Promise<Answer['body']>;
  /** Resolves with the import when it is in one of `states`, by default when it has ended. Rejects after `withinMs`. */
  ended(id: string, states?: readonly string[], withinMs?: number): Promise<Answer['body']>;
  rejects(id: string): Promise<string[]>;
  rows<Row = Record<string, unknown>>(text: string): Promise<Row[]>;
  newGroup(kind: 'list' | 'tag', name: string): Promise<number>;
  /** Returns all contacts that are not deleted, keyed by address. */
  contacts(): Promise<Record<string, Record<string, unknown>>>;
  /** Returns each stored counter with the actual number of rows, so that a test can compare them. */
  counts(): Promise<Record<string, unknown>>;
}

/** Runs the import job like `postrider start` does. */
export function runImports(app: TestApp, db: Database = app.installation.db, leaseSeconds = 25): Poller {
  return startImports({ db, log: silentLog, pollMs: 50, leaseSeconds, kinds: importKindsOf(app.installation) });
}

/** Creates an account with a user who imports contacts. */
export async function newAudience(app: TestApp, plan: 'free' | 'unlimited' = 'unlimited'): Promise<Audience> {
  const { account } = await app.newAccount({ plan });
  return audienceOf(app, account.id, await newPerson(app, account.id));
}

export function audienceOf(app: TestApp, accountId: number, person: TestPerson): Audience {
  const rows = async <Row>(text: string): Promise<Row[]> =>
    app.installation.db.query<Row>({ name: '', text }, [accountId]);
  const audience: Audience = {
    accountId,
    person,
    rows,
    async upload(file, fileName = 'people.csv') {
      const response = await fetch(`${app.api.baseUrl}${IMPORTS}?file_name=${encodeURIComponent(fileName)}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${person.token}`, 'content-type': 'text/csv' },
        body: typeof file === 'string' ? file : new Uint8Array(file),
      });
      return { status: response.status, headers: response.headers, body: await response.json() };
    },
    async begin(file, given = {}, fileName) {
      const { body } = await audience.upload(file, fileName);
      const started = await person.call('POST', `${IMPORTS}/${body.id}/start`, given);
      if (started.status !== 202) throw new Error(`${started.status} ${JSON.stringify([body, started.body])}`);
      return started.body;
    },
    async import(file, given, fileName) {
      return audience.ended((await audience.begin(file, given, fileName)).id);
    },
    async ended(id, states = ENDED, withinMs = 60_000) {
      return eventually(
        'the import ends',
        async () => {
          // Read the row from the database, because API calls count toward the token's rate limit per minute.
          const text = `select state from import where account_id = $1 and id = '${uuidOf(id)}'`;
          const [row] = await rows<{ state: string }>(text);
          if (!row || !states.includes(row.state)) return undefined;
          return (await person.session.call('GET', `${IMPORTS}/${id}`)).body;
        },
        withinMs,
      );
    },
    async rejects(id) {
      const response = await fetch(`${app.api.baseUrl}${IMPORTS}/${id}/rejects`, {
        headers: { authorization: `Bearer ${person.token}` },
      });
      return (await response.text()).trimEnd().split('\r\n');
    },
    async newGroup(kind, name) {
      const [color, value] = kind === 'tag' ? [', color', `, '#FF644D'`] : ['', ''];
      const text = `insert into contact_${kind} (account_id, name${color}) values ($1, '${name}'${value}) returning id`;
      return (await rows<{ id: number }>(text))[0]?.id ?? 0;
    },
    async contacts() {
      const found = await rows<Record<string, unknown>>(
        `select c.*, (select array_agg(l.name order by l.name) from list_member m
             join contact_list l on l.account_id = $1 and l.id = m.list_id
             where m.account_id = $1 and m.contact_id = c.id) as lists,
           (select array_agg(t.name order by t.name) from tag_member m
             join contact_tag t on t.account_id = $1 and t.id = m.tag_id
             where m.account_id = $1 and m.contact_id = c.id) as tags,
           (select jsonb_object_agg(f.name, c.fields ->> f.id::text) from contact_field f
             where f.account_id = $1 and c.fields ? f.id::text) as own
         from contact c where c.account_id = $1 and c.deleted_at is null`,
      );
      return Object.fromEntries(found.map((contact) => [String(contact['email']), contact]));
    },
    async counts() {
      const [counted = {}] = await rows<Record<string, unknown>>(
        `select (select count(*) from contact where account_id = $1 and deleted_at is null) as contacts,
           (select count(*) from contact_stat where account_id = $1) as stats,
           coalesce((select contacts from audience where account_id = $1), 0) as counter,
           (select count(*) from list_member where account_id = $1) as members,
           (select coalesce(sum(contacts_count), 0)::bigint from contact_list where account_id = $1) as list_counters,
           (select count(*) from tag_member where account_id = $1) as tagged,
           (select coalesce(sum(contacts_count), 0)::bigint from contact_tag where account_id = $1) as tag_counters`,
      );
      return counted;
    },
  };
  return audience;
}

/** Returns the UUID for the public ID of an import. */
export function uuidOf(id: string): string {
  return id.replace(/^imp_(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
