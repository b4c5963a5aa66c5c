import type { Db } from '../../../base/db.ts';
import { Refusal } from '../../../base/refusal.ts';
import { isFault, parseMailbox } from '../../../mail/address.ts';
import { faultAt, listOf, objectOf, textOf } from '../fields/index.ts';
import { addUnsubscribes, removeUnsubscribe, unsubscribedAudiences } from '../unsubscribes/index.ts';

/** Returns the audience of a topic. The audience of a whole contact list is the name of the list. */
export function topicOf(list: string, topic: string): string {
  return `${list} ${topic}`;
}

interface Place {
  readonly list: string;
  readonly address: string;
}

/**
 * Returns a contact that is unsubscribed from a list or its topics. Other contacts are not stored. Throws not_found.
 */
export async function readContact(db: Db, accountId: number, { address, list }: Place): Promise<object> {
  const rows = (await unsubscribedAudiences(db, accountId, 'ses', address)).filter(
    ({ audience }) => audience === list || audience.startsWith(topicOf(list, '')),
  );
  const [first] = rows;
  if (!first) {
    throw new Refusal('not_found', {
      message: `The list ${list} has no unsubscribed contact with this address.`,
      fix: 'You do not need to create contact lists. Postrider stores only contacts that unsubscribed from a list.',
    });
  }
  const times = rows.map(({ created_at: at }) => at.getTime() / 1_000);
  return {
    ContactListName: list,
    EmailAddress: address,
    TopicPreferences: rows.flatMap(({ audience }) =>
      audience === list ? [] : [{ TopicName: audience.slice(list.length + 1), SubscriptionStatus: 'OPT_OUT' }],
    ),
    TopicDefaultPreferences: [],
    UnsubscribeAll: rows.some(({ audience }) => audience === list),
    CreatedTimestamp: Math.min(...times),
    LastUpdatedTimestamp: Math.max(...times),
  };
}

/**
 * Changes the subscriptions of a contact to a list and its topics. Throws validation_error if the request is invalid.
 */
export async function updateContact(
  db: Db,
  accountId: number,
  { address, list }: Place,
  body: unknown,
): Promise<object> {
  const given = objectOf(body, '', {
    taken: ['UnsubscribeAll', 'TopicPreferences'],
    refused: { AttributesData: 'is not supported. Store contact data in your application.' },
  });
  if (isFault(parseMailbox(address))) throw faultAt('EmailAddress', 'is not a valid email address.');
  const topics = listOf(given, 'TopicPreferences').map((each, index) => {
    const at = `TopicPreferences.${index}`;
    const topic = objectOf(each, at, { taken: ['TopicName', 'SubscriptionStatus'] });
    const [name, status] = [textOf(topic, 'TopicName'), textOf(topic, 'SubscriptionStatus')];
    if (name === undefined) throw faultAt(`${at}.TopicName`, 'is required.');
    if (status !== 'OPT_IN' && status !== 'OPT_OUT')
      throw faultAt(`${at}.SubscriptionStatus`, 'must be OPT_IN or OPT_OUT.');
    return { audience: topicOf(list, name), isOut: status === 'OPT_OUT' };
  });
  // As in Amazon SES, a change replaces all preferences of the contact.
  await removeUnsubscribe(db, accountId, 'ses', list, address);
  const all = [{ audience: list, isOut: given?.values['UnsubscribeAll'] === true }, ...topics];
  for (const { audience, isOut } of all) {
    if (isOut) await addUnsubscribes(db, accountId, 'ses', audience, [address]);
  }
  return {};
}
