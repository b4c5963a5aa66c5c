import { ACCOUNT_READ_SCOPES, ACCOUNT_SCOPE } from '../../../../http/account/scopes.ts';
import { route, type Route } from '../../../../http/route.ts';
import { isObject } from '../absent.ts';
import { faultAt, listOf, objectOf, textOf } from '../../fields/index.ts';
import { contactNamed } from './contacts.ts';
import { beside, fieldId, listed, pathId, readCursor, shownObjectId } from './objects.ts';
import { TOPIC, TOPIC_CHANGE, TOPIC_CHOICE } from './operations.ts';
import { anyBody, anyQuery, type AccountParts, type ContactTopic, type Topic } from './parts.ts';

/** Returns the routes for topics, and for the subscriptions of a contact to topics. */
export function topicRoutes(parts: AccountParts, base: string): Route[] {
  const path = `${base}/topics`;
  const { topics } = parts;
  return [
    route({
      method: 'POST',
      path,
      summary: 'Create a topic',
      scope: ACCOUNT_SCOPE,
      body: anyBody,
      async handle({ body, principal }) {
        const given = objectOf(body, '', TOPIC.objects['']);
        const isOptIn = subscriptionIn(textOf(given, 'default_subscription'), 'default_subscription');
        const texts = { name: textOf(given, 'name'), description: textOf(given, 'description') };
        const { id } = await topics.add(principal.accountId, { ...texts, isOptIn });
        return { status: 201, body: { object: 'topic', id: shownObjectId('topic', id) } };
      },
    }),
    route({
      method: 'GET',
      path,
      summary: 'List topics',
      scope: ACCOUNT_READ_SCOPES,
      query: anyQuery,
      async handle({ principal, query }) {
        const cursor = readCursor('topic', query);
        const all = await topics.list(principal.accountId);
        return { status: 200, body: listed(beside(all, cursor), cursor, presentTopic) };
      },
    }),
    ...objectRoutes(parts, `${path}/:topic`),
    ...contactRoutes(parts, `${base}/contacts/:contact/topics`),
  ];
}

function objectRoutes({ topics }: AccountParts, path: string): Route[] {
  const idOf = (params: Readonly<Record<string, string>>): number => Number(pathId('topic', params['topic']));
  return [
    route({
      method: 'GET',
      path,
      summary: 'Retrieve a topic',
      scope: ACCOUNT_READ_SCOPES,
      async handle({ params, principal }) {
        const topic = await topics.read(principal.accountId, idOf(params));
        return { status: 200, body: { object: 'topic', ...presentTopic(topic) } };
      },
    }),
    route({
      method: 'PATCH',
      path,
      summary: 'Update a topic',
      scope: ACCOUNT_SCOPE,
      body: anyBody,
      async handle({ body, params, principal }) {
        const given = objectOf(body, '', TOPIC_CHANGE.objects['']);
        const isCleared = given?.values['description'] === '';
        const texts = { name: textOf(given, 'name'), description: isCleared ? '' : textOf(given, 'description') };
        await topics.change(principal.accountId, idOf(params), texts);
        return { status: 200, body: { object: 'topic', id: params['topic'] } };
      },
    }),
    route({
      method: 'DELETE',
      path,
      summary: 'Delete a topic',
      scope: ACCOUNT_SCOPE,
      async handle({ params, principal }) {
        await topics.remove(principal.accountId, idOf(params));
        return { status: 200, body: { object: 'topic', id: params['topic'], deleted: true } };
      },
    }),
  ];
}

function contactRoutes(parts: AccountParts, path: string): Route[] {
  const { topics } = parts;
  return [
    route({
      method: 'GET',
      path,
      summary: 'List the topics of a contact',
      scope: ACCOUNT_READ_SCOPES,
      query: anyQuery,
      async handle(request) {
        const cursor = readCursor('topic', request.query);
        const { id } = await contactNamed(parts, request, request.params['contact']);
        const all = await topics.ofContact(request.principal.accountId, id);
        return { status: 200, body: listed(beside(all, cursor), cursor, presentChoice) };
      },
    }),
    route({
      method: 'PATCH',
      path,
      summary: 'Update the topics of a contact',
      scope: ACCOUNT_SCOPE,
      body: anyBody,
      async handle(request) {
        const { id } = await contactNamed(parts, request, request.params['contact']);
        // Some clients send the list itself, and others an object that contains the list.
        const body = Array.isArray(request.body) ? { topics: request.body } : request.body;
        const { accountId } = request.principal;
        await topics.choose(accountId, id, await topicChoices(parts, accountId, isObject(body) ? body : {}));
        return { status: 200, body: { id: shownObjectId('contact', id) } };
      },
    }),
  ];
}

/**
 * Returns, for each topic in the `topics` property of a request, whether to subscribe the contact to it. Throws
 * validation_error for unknown topics.
 */
export async function topicChoices(
  { topics }: Pick<AccountParts, 'topics'>,
  accountId: number,
  values: Readonly<Record<string, unknown>>,
): Promise<ReadonlyMap<number, boolean>> {
  const given = listOf({ at: '', values }, 'topics');
  if (given.length === 0) return new Map();
  const known = new Set((await topics.list(accountId)).map(({ id }) => id));
  return new Map(
    given.map((each, index): [number, boolean] => {
      const at = `topics.${index}`;
      const choice = objectOf(each, at, TOPIC_CHOICE.objects['']);
      const id = fieldId('topic', choice?.values['id'], `${at}.id`);
      if (!known.has(id)) throw faultAt(`${at}.id`, 'must be the ID of a topic.');
      return [id, subscriptionIn(textOf(choice, 'subscription'), `${at}.subscription`)];
    }),
  );
}

function subscriptionIn(given: string | undefined, field: string): boolean {
  if (given === 'opt_in' || given === 'opt_out') return given === 'opt_in';
  throw faultAt(field, 'must be opt_in or opt_out.');
}

function subscriptionOf(isSubscribed: boolean): string {
  return isSubscribed ? 'opt_in' : 'opt_out';
}

function presentTopic({ created_at, description, id, is_opt_in, name }: Topic): object {
  return {
    id: shownObjectId('topic', id),
    name,
    description: description || null,
    default_subscription: subscriptionOf(is_opt_in),
    created_at: created_at.toISOString(),
  };
}

function presentChoice({ description, id, is_subscribed, name }: ContactTopic): object {
  return {
    id: shownObjectId('topic', id),
    name,
    description: description || null,
    subscription: subscriptionOf(is_subscribed),
  };
}
