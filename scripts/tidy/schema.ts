import type { Source } from './source.ts';

/** Tables that do not belong to a tenant, each with the reason. The keys of all other tables start with account_id. */
export const GLOBAL_TABLES: Readonly<Record<string, string>> = {
  plan: 'the plans are the same for everybody',
  installation: 'facts about this installation',
  account: 'the table of tenants itself',
  api_key: 'found by its hash before the account is known',
  signing_key: 'found by its public name before the account is known',
  key_window: 'belongs to a key, which is found before the account is known',
  job: 'the background jobs are the installation’s',
  inbox_mail: 'the local inbox holds what any program hands in, the newest 10,000 of all accounts together',
  delivery_site: 'a site is a receiver’s, not an account’s',
  delivery_site_stop: 'the operator stops a site for all accounts',
  delivery_worker: 'the delivery processes are the installation’s',
  foreign_report: 'about domains of no account',
  inbound_mail: 'whose mail it is says only its content, which is read afterwards',
  route_source: 'the addresses of the installation',
  route_relay: 'the relays of the installation',
  route_rule: 'the operator’s rules about the mail of all accounts',
  route_version: 'one row, about the routes of the installation',
  warm_up_start: 'receivers judge an address and a domain, whichever account sends',
  warm_up: 'receivers judge an address and a domain, whichever account sends',
  mta_sts_policy: 'what receiving domains say about TLS, whichever account sends',
  tls_fault: 'receiving servers whose TLS fails, whichever account sends',
  mailless_domain: 'domains of which DNS says that they take no mail, whichever account sends',
  tls_result: 'counts of sessions with receiving domains, over all accounts',
  person: 'a person may belong to several accounts',
  person_password: 'belongs to a person',
  person_session: 'found by its hash before the account is known; belongs to a person',
  person_challenge: 'belongs to a person who is signing in',
  person_two_factor: 'belongs to a person',
  person_used_code: 'belongs to a person',
  person_passkey: 'belongs to a person',
  person_token: 'found by its hash before the person is known',
  person_attempt: 'counts who tries to sign in, before it is known who it is',
  person_rate: 'belongs to a person, who may be a member of several accounts, or to a token',
  oauth_client: 'found by its public identifier before an account is known; people of all accounts may use it',
  oauth_grant: 'found by a hash before the account is known',
  oauth_artifact: 'found by the hash of a token before the account is known',
  oauth_refresh: 'found by the hash of a request before the account is known',
  form_code: 'found by its code before the account is known',
  form_attempt: 'counts who sends in forms, by hashes and for a day',
  oauth_attempt: 'counts what addresses ask for, before there is an account',
  landing_page_address: 'found by its slug before the account is known, and there is one of each for all accounts',
  queue_drain: 'holds for the whole installation',
  queue_purge: 'a command of the operator about the queue of all accounts',
  schema_function: 'the record of functions',
  schema_migration: 'the record of migrations',
};

interface Table {
  readonly name: string;
  readonly body: string;
}

/**
 * Returns an error message for each primary or unique key of a tenant table that does not start with account_id,
 * because such keys would prevent distributing the table by account, and for each tenant table without a primary key.
 * Parses `create table` and `create unique index` as written in the migrations.
 */
export function keysWithoutAccount(migrations: readonly Source[]): string[] {
  return migrations.flatMap(({ path, text }) => {
    const sql = text.replaceAll(/--[^\n]*/g, ' ').toLowerCase();
    return [...tablesOf(sql).flatMap(faultsOfTable), ...faultsOfIndexes(sql)].map((fault) => `${path}: ${fault}`);
  });
}

/** Returns tables that are listed as global but that no migration creates. Ignores tables named `schema_*`. */
export function unknownGlobals(migrations: readonly Source[]): string[] {
  const made = migrations.flatMap(({ text }) => tablesOf(text.toLowerCase()).map((table) => table.name));
  return Object.keys(GLOBAL_TABLES).filter((name) => !made.includes(name) && !name.startsWith('schema_'));
}

/** Returns the tables that migrations create and do not drop, without partitions. */
export function tableNames(migrations: readonly Source[]): string[] {
  const all = migrations.map(({ text }) => text.toLowerCase()).join('\n');
  const gone = new Set([...all.matchAll(/drop table (?:if exists )?(\w+)/g)].map(([, name]) => name));
  return tablesOf(all).flatMap(({ name }) => (gone.has(name) ? [] : [name]));
}

function tablesOf(sql: string): Table[] {
  return [...sql.matchAll(/create (?:unlogged )?table (?:if not exists )?(\w+)\s*\(/g)].map((match) => {
    const start = match.index + match[0].length;
    return { name: match[1] ?? '', body: sql.slice(start, closingBracket(sql, start)) };
  });
}

function closingBracket(sql: string, from: number): number {
  let depth = 1;
  for (let at = from; at < sql.length; at += 1) {
    if (sql[at] === '(') depth += 1;
    if (sql[at] === ')') depth -= 1;
    if (depth === 0) return at;
  }
  return sql.length;
}

function faultsOfTable({ name, body }: Table): string[] {
  if (Object.hasOwn(GLOBAL_TABLES, name)) return [];
  const primary = /primary key\s*\(\s*(\w+)/.exec(body)?.[1] ?? /(\w+)[^,()]*\bprimary key\b/.exec(body)?.[1];
  if (primary === undefined) return [`${name} has no primary key`];
  const faults = primary === 'account_id' ? [] : [`the primary key of ${name} begins with ${primary}, not account_id`];
  for (const [, column] of body.matchAll(/\bunique\s*\(\s*(\w+)/g)) {
    if (column !== 'account_id') faults.push(`a unique key of ${name} begins with ${column}, not account_id`);
  }
  if (/\bunique\s*(?:,|$|not null)/m.test(body)) faults.push(`a unique key of ${name} is a single column`);
  return faults;
}

function faultsOfIndexes(sql: string): string[] {
  return [...sql.matchAll(/create unique index (?:\w+ )?on (\w+)\s*\(\s*([^,)]+)/g)].flatMap((match) => {
    const [, table = '', column = ''] = match;
    if (Object.hasOwn(GLOBAL_TABLES, table) || column.trim() === 'account_id') return [];
    return [`a unique index of ${table} begins with ${column.trim()}, not account_id`];
  });
}
