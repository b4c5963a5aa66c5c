import { isFault } from '../../../mail/address.ts';
import { parseSuppressible } from '../../sending/suppressions/index.ts';
import { faultAt, objectOf, textsOf } from '../fields/index.ts';
import { addUnsubscribes, listUnsubscribes, removeUnsubscribe, unsubscribedAudiences } from '../unsubscribes/index.ts';
import type { ListParts } from './lists.ts';

const MAX_ADDED = 1_000;
const MAX_LISTED = 50_000;

/** Returns the addresses that are unsubscribed from a group, at most 50,000. */
export async function listGroup({ db }: ListParts, accountId: number, group: string): Promise<readonly string[]> {
  const rows = await listUnsubscribes(db, accountId, 'sendgrid', group, { limit: MAX_LISTED });
  return rows.map(({ address }) => address);
}

/** Unsubscribes addresses from a group. Throws a validation_error that names the invalid address. */
export async function addToGroup({ db, sandboxDomain }: ListParts, accountId: number, group: string, body: unknown) {
  const given = textsOf(objectOf(body, '', { taken: ['recipient_emails'] }), 'recipient_emails');
  if (given.length === 0) throw faultAt('recipient_emails', 'is required.');
  if (given.length > MAX_ADDED) throw faultAt('recipient_emails', `must contain at most ${MAX_ADDED} addresses.`);
  const addresses = given.map((text, index) => {
    const address = parseSuppressible(text, sandboxDomain);
    if (isFault(address)) throw faultAt(`recipient_emails.${index}`, address.fault);
    return address;
  });
  await addUnsubscribes(db, accountId, 'sendgrid', group, addresses);
  return { recipient_emails: given };
}

/** Subscribes an address to a group again. Has no effect if the address is not unsubscribed. */
export async function removeFromGroup({ db }: ListParts, accountId: number, group: string, address: string) {
  await removeUnsubscribe(db, accountId, 'sendgrid', group, address);
}

/** Returns the groups that an address is unsubscribed from. */
export async function groupsOf({ db }: ListParts, accountId: number, address: string): Promise<object> {
  const rows = await unsubscribedAudiences(db, accountId, 'sendgrid', address);
  return {
    suppressions: rows.map(({ audience }) => ({
      id: Number(audience),
      name: `Group ${audience}`,
      description: '',
      is_default: false,
      suppressed: true,
    })),
  };
}
