import type { Vault } from '../../../base/crypto.ts';
import type { Db } from '../../../base/db.ts';
import { dkimRecord, generateDkimKey, type DkimKeyPair } from '../../../mail/dkim-key.ts';
import { factOf, keepFact } from './queries.ts';

/** Selector of the key for the sandbox domain. */
export const SANDBOX_SELECTOR = 'pr1';

/** Name of the installation property that contains the encrypted key pair, and the purpose (encryption context). */
export const SANDBOX_PAIR = 'sandbox_dkim';
export const SANDBOX_PURPOSE = 'installation:sandbox:dkim';

/**
 * Creates the sandbox sender's signing key if it does not exist. If several processes start at the same time, only one
 * key is stored.
 */
export async function ensureSandboxKey(db: Db, vault: Vault): Promise<void> {
  if ((await factOf(db, SANDBOX_PAIR)).length > 0) return;
  const pair = await generateDkimKey();
  await keepFact(db, SANDBOX_PAIR, vault.seal(SANDBOX_PURPOSE, Buffer.from(JSON.stringify(pair))));
}

/** Returns the private key (PEM). Throws if the key has not been created. */
export async function sandboxPrivateKey(db: Db, vault: Vault): Promise<string> {
  return (await readPair(db, vault)).privateKeyPem;
}

/** Returns the TXT record that receivers use to verify the sandbox sender's signature. */
export async function sandboxDkimRecord(
  db: Db,
  vault: Vault,
  sandboxDomain: string,
): Promise<{ type: 'TXT'; host: string; data: string }> {
  const { publicKeyBase64 } = await readPair(db, vault);
  return { type: 'TXT', host: `${SANDBOX_SELECTOR}._domainkey.${sandboxDomain}`, data: dkimRecord(publicKeyBase64) };
}

async function readPair(db: Db, vault: Vault): Promise<DkimKeyPair> {
  const [fact] = await factOf(db, SANDBOX_PAIR);
  if (!fact) throw new Error('The sandbox sender has no DKIM key. Run `postrider start` to create the key');
  // Safe cast: only ensureSandboxKey writes this value.
  return JSON.parse(vault.open(SANDBOX_PURPOSE, fact.value).toString()) as DkimKeyPair;
}
