import { Refusal } from '../../../base/refusal.ts';
import type { BatchItem, Send } from '../../transactional/messages/index.ts';
import { faultAt } from '../fields/index.ts';
import { isAbsent, isObject } from './absent.ts';
import { nativeId } from './account/objects.ts';

/** Dependency for checking whether recipients are subscribed to a topic. */
export interface TopicParts {
  /** Returns those of the given addresses that are not subscribed to a topic. Throws not_found for an unknown topic. */
  readonly unsubscribedAmong: (
    accountId: number,
    topicId: number,
    addresses: readonly string[],
  ) => Promise<readonly string[]>;
}

/**
 * Throws recipient_suppressed if a recipient is not subscribed to the topic of an email, and validation_error for an
 * unknown topic.
 */
export async function requireSubscribed(
  parts: TopicParts,
  accountId: number,
  given: unknown,
  send: Send,
): Promise<void> {
  const topic = isObject(given) ? [given['topic_id'], given['topicId']].find((value) => !isAbsent(value)) : undefined;
  if (topic === undefined) return;
  const id = nativeId('topic', topic);
  if (id === undefined) throw noTopic();
  const addresses = await parts.unsubscribedAmong(accountId, id, send.recipients).catch(orNoTopic);
  if (addresses.length === 0) return;
  throw new Refusal('recipient_suppressed', {
    message: `These recipients are not subscribed to the topic of the email: ${addresses.join(', ')}.`,
    fix: 'Send the email without these recipients.',
  });
}

/** Returns the items of a batch. An item that `requireSubscribed` rejects is replaced by an item with the error. */
export async function withoutUnsubscribed(
  parts: TopicParts,
  accountId: number,
  items: readonly BatchItem[],
): Promise<readonly BatchItem[]> {
  const checked: BatchItem[] = [];
  for (const item of items) {
    const refusal = item.send && (await refusalOf(parts, accountId, item.given, item.send));
    checked.push(refusal ? { given: item.given, refusal } : item);
  }
  return checked;
}

async function refusalOf(
  parts: TopicParts,
  accountId: number,
  given: unknown,
  send: Send,
): Promise<Refusal | undefined> {
  try {
    await requireSubscribed(parts, accountId, given, send);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

function orNoTopic(error: unknown): never {
  throw error instanceof Refusal && error.code === 'not_found' ? noTopic() : error;
}

function noTopic(): Refusal {
  return faultAt('topic_id', 'must be the ID of a topic.');
}
