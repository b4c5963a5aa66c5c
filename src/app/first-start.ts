import { createKey, hasKey, newApiKey, SCOPES } from '../features/tenants/access/index.ts';
import { createAccount } from '../features/tenants/accounts/index.ts';
import { ensureSandboxKey } from '../features/sending/domains/index.ts';
import { issueFirstStart } from '../features/tenants/people/index.ts';
import type { Installation } from './installation.ts';
import { patiently } from './patience.ts';
import { lockFirstStart, operatorAccount } from './queries.ts';

/** The first key is its owner's only way in besides the dashboard, so it is made with all that a key may do. */
const OWNERS_SCOPES = [SCOPES.send, SCOPES.read, SCOPES.manage];

/** What a start found or made. */
export interface Owner {
  readonly accountId: number;
  readonly email: string;
  /** The API key in full, at the one start that made it. */
  readonly newKey: string | undefined;
  /** With which somebody becomes the owner; undefined once an owner can sign in. */
  readonly firstStartToken: string | undefined;
}

/**
 * Makes the owner's account, the first API key and the sandbox sender's signing key, once, also when several processes
 * start together. Keys that the environment names are made at any start that does not find them.
 */
export async function ensureOwner(installation: Installation): Promise<Owner> {
  const { config, db, log, vault } = installation;
  // Made here, so that a second try finds the key of a first one whose answer never came, and shows it.
  const secret = config.apiKey ?? newApiKey();
  const owner = await patiently(log, () => ensureAccount(installation, secret));
  await patiently(log, () => ensureGivenKey(installation, owner.accountId, 'api_key', config.apiKey));
  await patiently(log, () => ensureGivenKey(installation, owner.accountId, 'access_token', config.accessToken));
  await patiently(log, () => ensureSandboxKey(db, vault));
  return { ...owner, firstStartToken: await patiently(log, () => issueFirstStart(db, owner.accountId)) };
}

async function ensureAccount({ config, db }: Installation, secret: string): Promise<Omit<Owner, 'firstStartToken'>> {
  return db.transaction(async (tx) => {
    await lockFirstStart(tx);
    const [existing] = await operatorAccount(tx);
    if (existing) {
      const isMadeNow = config.apiKey === undefined && (await hasKey(tx, secret));
      return { accountId: existing.account_id, email: existing.email, newKey: isMadeNow ? secret : undefined };
    }
    const account = await createAccount(tx, {
      email: config.ownerEmail,
      plan: 'unlimited',
      isOperator: true,
      doubleOptIn: config.doubleOptIn,
    });
    const { key } = await createKey(tx, {
      accountId: account.id,
      name: 'First key',
      scopes: OWNERS_SCOPES,
      secret,
    });
    return { accountId: account.id, email: account.email, newKey: key };
  });
}

async function ensureGivenKey(
  { db }: Installation,
  accountId: number,
  kind: 'api_key' | 'access_token',
  secret: string | undefined,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockFirstStart(tx);
    if (!secret || (await hasKey(tx, secret))) return;
    const scopes = kind === 'api_key' ? OWNERS_SCOPES : [SCOPES.account];
    await createKey(tx, { accountId, kind, name: 'From the environment', scopes, secret });
  });
}
