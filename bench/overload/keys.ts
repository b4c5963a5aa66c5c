import { createKey, SCOPES } from '../../src/features/tenants/access/index.ts';
import { createAccount } from '../../src/features/tenants/accounts/index.ts';
import { setKeyRate, setOverage } from '../../src/features/tenants/usage/index.ts';
import type { Installation } from '../../src/app/installation.ts';
import { HTML } from '../callers.ts';
import { postRequest } from '../http-load.ts';
import { REFUSED_PATH } from './refuser.ts';

export const ACCOUNTS = 64;
export const KEYS_AN_ACCOUNT = 4;
const HIGH_RATE = 1_000_000;
const HIGH_CAP_CENTS = 2_000_000_000;

/** A send with each of several keys of many accounts, to the account's own address, so that it counts for its quota. */
export async function requestsOfKeys({ db }: Installation): Promise<Buffer[]> {
  const requests: Buffer[] = [];
  for (let number = 0; number < ACCOUNTS; number += 1) {
    const email = `overload${number}@bench.example`;
    const account = await createAccount(db, { email, plan: 'paid', isOperator: false });
    await setOverage(db, account.id, { enabled: true, capCents: HIGH_CAP_CENTS });
    const mail = { from: 'onboarding@sandbox.localhost', to: [email], subject: 'Receipt', html: HTML };
    for (let no = 0; no < KEYS_AN_ACCOUNT; no += 1) {
      const { id, key } = await createKey(db, { accountId: account.id, name: `bench ${no}`, scopes: [SCOPES.send] });
      await setKeyRate(db, account.id, id, { perSecond: HIGH_RATE, perMinute: HIGH_RATE });
      requests.push(postRequest(REFUSED_PATH, key, mail));
    }
  }
  return requests;
}
