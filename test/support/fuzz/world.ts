import type { Installation } from '../../../src/app/installation.ts';
import { cookiesOf } from '../../../src/app/people.ts';
import { createKey, createSigningKey, SCOPES, type SigningPair } from '../../../src/features/tenants/access/index.ts';
import { createAccount } from '../../../src/features/tenants/accounts/index.ts';
import { createPerson, startSession } from '../../../src/features/tenants/people/index.ts';
import { setKeyRate } from '../../../src/features/tenants/usage/index.ts';
import { switchAdapter } from '../../../src/features/compatibility/vendors/index.ts';

/**
 * Number of requests after which another owner sends the requests, to stay below the rate limit of 60 requests per
 * minute.
 */
const REQUESTS_A_PERSON = 50;
const VENDORS = ['mailgun', 'postmark', 'sendgrid', 'ses'] as const;
const HIGH_RATE = 1_000_000;
const MAX_IDS_A_KIND = 200;

/** IDs from responses, keyed by the type of the objects (see `kindOf`). */
export type Ids = Map<string, string[]>;

/** An account and all its credentials. */
export interface World {
  readonly accountId: number;
  readonly key: string;
  /** Signing credentials for the API key. */
  readonly pair: SigningPair;
  readonly ids: Ids;
  /** Returns the credentials of an owner. Switches to another owner after some requests. */
  person(): Promise<{ readonly cookie: string; readonly token: string }>;
}

let made = 0;

/**
 * Creates an account with an API key that has all transactional scopes, signing credentials for the key, and the
 * adapters of all vendors. Owners are created when their credentials are needed.
 */
export async function createWorld(installation: Installation): Promise<World> {
  const { db, vault } = installation;
  made += 1;
  const email = `world${made}-${Date.now()}@fuzz.example`;
  const account = await createAccount(db, { email, plan: 'unlimited', isOperator: false });
  for (const vendor of VENDORS) await switchAdapter(db, account.id, vendor, true);
  const scopes = [SCOPES.send, SCOPES.read, SCOPES.manage];
  const { id: keyId, key } = await createKey(db, { accountId: account.id, name: 'fuzz', scopes });
  await setKeyRate(db, account.id, keyId, { perSecond: HIGH_RATE, perMinute: HIGH_RATE });
  const pair = await createSigningKey(db, vault, account.id, keyId);
  return { accountId: account.id, key, pair, ids: new Map(), person: ownersOf(installation, account.id) };
}

function ownersOf(installation: Installation, accountId: number): World['person'] {
  let present: ReturnType<typeof newOwner> | undefined;
  let left = 0;
  return () => {
    if (!present || left <= 0) {
      left = REQUESTS_A_PERSON;
      present = newOwner(installation, accountId);
    }
    left -= 1;
    return present;
  };
}

/**
 * Returns a function that resolves with the session cookie of an owner of the operator's account. Switches to another
 * owner after some requests.
 */
export async function operatorCookie(installation: Installation): Promise<() => Promise<string>> {
  const text = 'select account_id from account where is_operator';
  const [row] = await installation.db.query<{ account_id: number }>({ name: '', text }, []);
  const person = ownersOf(installation, Number(row?.account_id));
  return async () => (await person()).cookie;
}

/** Stores the IDs in a response, so that later requests can use them. */
export function collectIds(ids: Ids, path: string, text: string): void {
  const kind = kindOf(path);
  const found = [...text.slice(0, 4_000).matchAll(/"id":(?:"([\w-]{1,80})"|(\d{1,15}))/g)].map(
    ([, word, number]) => word ?? number ?? '',
  );
  if (found.length === 0) return;
  const known = ids.get(kind) ?? [];
  if (known.length < MAX_IDS_A_KIND) ids.set(kind, [...new Set([...known, ...found])]);
}

const PREFIXES = new Set(['', 'dashboard', 'transactional', 'compat', 'operator']);
/** Aliases in paths, keyed by word: both words name the same type of object. */
const SAME = new Map([['messages', 'emails']]);

/** Returns the word in a path that names the object type. */
export function kindOf(path: string): string {
  const words = path.split('?')[0]?.split('/') ?? [];
  const kind = words.find((word) => !PREFIXES.has(word)) ?? '';
  return SAME.get(kind) ?? kind;
}

async function newOwner(installation: Installation, accountId: number): Promise<{ cookie: string; token: string }> {
  const { db } = installation;
  made += 1;
  const email = `owner${made}-${Date.now()}@fuzz.example`;
  const person = await createPerson(db, { name: 'Owner', email, membership: { accountId, role: 'owner' } });
  const { cookie } = await startSession(db, cookiesOf(installation), person.id, { accountId });
  const token = { accountId, kind: 'access_token', name: 'fuzz', scopes: [SCOPES.account] } as const;
  return { cookie: cookie.replace(/;.*$/s, ''), token: (await createKey(db, token)).key };
}
