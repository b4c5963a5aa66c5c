import type { Db } from '../../../base/db.ts';
import { invalid, Refusal } from '../../../base/refusal.ts';
import { contactAddressOf } from '../contact-notes/index.ts';
import { isFault } from '../../../mail/address.ts';
import {
  deleteTopic,
  insertTopic,
  storeChoices,
  topicById,
  topics,
  topicsOfContact,
  unsubscribedAddresses,
  updateTopic,
  type ContactTopic,
  type Topic,
} from './queries.ts';

/** Maximum number of topics of an account. The number is limited because the preferences page shows all topics. */
export const MAX_TOPICS = 100;
export const MAX_NAME_CHARACTERS = 100;
export const MAX_DESCRIPTION_CHARACTERS = 200;
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

/** Name and description of a topic. An absent property stays unchanged. */
interface TopicTexts {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
}

/** Returns the topics of an account, newest first. */
export function listTopics(db: Db, accountId: number): Promise<readonly Topic[]> {
  return topics(db, accountId);
}

/** Returns a topic. Throws not_found if the account has no such topic. */
export async function readTopic(db: Db, accountId: number, id: number): Promise<Topic> {
  return required(await topicById(db, accountId, id));
}

/**
 * Creates a topic. Throws validation_error if a text is invalid, and conflict if the account has the maximum number of
 * topics.
 */
export async function addTopic(
  db: Db,
  accountId: number,
  wanted: TopicTexts & { readonly isOptIn: boolean },
): Promise<Topic> {
  const { description = '', name = '' } = checked({ ...wanted, name: wanted.name ?? '' });
  const [topic] = await insertTopic(db, accountId, name, description, wanted.isOptIn, MAX_TOPICS);
  if (topic) return topic;
  throw new Refusal('conflict', {
    message: `The account has reached its limit of ${MAX_TOPICS} topics.`,
    fix: 'Delete topics that you no longer use.',
  });
}

/**
 * Changes the name or the description of a topic. Throws validation_error if a text is invalid, and not_found if the
 * account has no such topic.
 */
export async function changeTopic(db: Db, accountId: number, id: number, change: TopicTexts): Promise<Topic> {
  const { description, name } = checked(change);
  return required(await updateTopic(db, accountId, id, name ?? null, description ?? null));
}

/**
 * Deletes a topic. Campaigns with the topic cannot be sent until their topic is changed. Throws not_found if the
 * account has no such topic.
 */
export async function removeTopic(db: Db, accountId: number, id: number): Promise<void> {
  required(await deleteTopic(db, accountId, id));
}

/** Returns the topics of an account, newest first, and whether a contact is subscribed to each. */
export function readTopicsOf(db: Db, accountId: number, contactId: number): Promise<readonly ContactTopic[]> {
  return topicsOfContact(db, accountId, contactId);
}

/**
 * Subscribes a contact to some topics and unsubscribes it from others. In `choices`, true means subscribe. Ignores
 * topics that do not exist.
 */
export async function chooseTopics(
  db: Db,
  accountId: number,
  contactId: number,
  choices: ReadonlyMap<number, boolean>,
): Promise<void> {
  if (choices.size === 0) return;
  await storeChoices(db, accountId, contactId, [...choices.keys()], [...choices.values()]);
}

/** Returns the given addresses that are not subscribed to a topic. Throws not_found for an unknown topic. */
export async function unsubscribedAmong(
  db: Db,
  accountId: number,
  topicId: number,
  addresses: readonly string[],
): Promise<readonly string[]> {
  await readTopic(db, accountId, topicId);
  const known = new Map(
    addresses.map((address) => {
      const parsed = contactAddressOf(address);
      return [isFault(parsed) ? address : parsed, address];
    }),
  );
  const rows = await unsubscribedAddresses(db, accountId, topicId, [...known.keys()]);
  return rows.flatMap(({ address }) => known.get(address) ?? []);
}

function checked({ description, name }: TopicTexts): TopicTexts {
  const errors = {
    ...faultsOf('name', name, 1, MAX_NAME_CHARACTERS),
    ...faultsOf('description', description, 0, MAX_DESCRIPTION_CHARACTERS),
  };
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return { name: name?.trim(), description: description?.trim() };
}

function faultsOf(field: string, given: string | undefined, least: number, most: number): Record<string, string[]> {
  if (given === undefined) return {};
  const { length } = given.trim();
  if (length < least || length > most) return { [field]: [`must have ${least} to ${most} characters.`] };
  if (!CONTROLS.test(given) && given.isWellFormed()) return {};
  return { [field]: ['must not contain line breaks or control characters.'] };
}

function required<Row>([row]: readonly Row[]): Row {
  if (row) return row;
  throw new Refusal('not_found', { message: 'The account has no topic with this ID.' });
}
