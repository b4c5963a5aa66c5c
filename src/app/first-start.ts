import { createKey, hasKey, newApiKey, SCOPES } from '../features/tenants/access/index.ts';
import { createAccount } from '../features/tenants/accounts/index.ts';
import { ensureSandboxKey } from '../features/sending/domains/index.ts';
import { issueFirstStart } from '../features/tenants/people/index.ts';
import type { Installation } from './installation.ts';
import { patiently } from './patience.ts';
import { lockFirstStart, operatorAccount } from './queries.ts';

/** Scopes of the first API key and of the API key from the environment: all transactional scopes. */
const OWNERS_SCOPES = [SCOPES.send, SCOPES.read, SCOPES.manage];

/** The account of the owner, found or created at startup. */
export interface Owner {
  readonly accountId: number;
  readonly email: string;
  /** The full API key. Set only if this startup created it. */
  readonly newKey: string | undefined;
  /** Token for claiming the owner account. Undefined once an owner can sign in. */
  readonly firstStartToken: string | undefined;
}

/**
 * Finds or creates the owner's account. Creates its first API key, the keys from the environment, and the signing key
 * of the sandbox sender if they do not exist. Several processes can call this at the same time.
 */
export async function ensureOwner(installation: Installation): Promise<Owner> {
  const { config, db, log, vault } = installation;
  // Generate the key here, so that a retry finds and shows the key if an earlier attempt stored it but did not receive
  // the response.
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
