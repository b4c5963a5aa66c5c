import { invalid } from '../../../base/refusal.ts';
import type { Db } from '../../../base/db.ts';
import { listingQuery } from '../../../http/account/listing-query.ts';
import { createRoute, deleteRoute, listRoute, readRoute, updateRoute } from '../../../http/resource/routes.ts';
import type { Route } from '../../../http/route.ts';
import { TOPIC, type PresentedTopic } from './resource.ts';
import { addTopic, changeTopic, listTopics, MAX_TOPICS, readTopic, removeTopic } from './topics.ts';

const OF = { path: '/topics', group: 'Topics', isAddition: true, one: 'topic', many: 'topics', answer: TOPIC } as const;

/** Returns the account API routes for topics. */
export function topicRoutes({ baseUrl, db }: { readonly db: Db; readonly baseUrl: () => string }): Route[] {
  return [
    listRoute(OF, {
      description: 'Returns topics, newest first.',
      query: listingQuery(),
      baseUrl,
      async find(accountId, { page, perPage }) {
        const all = await listTopics(db, accountId);
        return { total: all.length, data: all.slice((page - 1) * perPage, page * perPage).map(present) };
      },
    }),
    createRoute(OF, {
      description: `An account can have up to ${MAX_TOPICS} topics.`,
      problems: ['conflict'],
      body: TOPIC.created,
      example: { name: 'Product news', subscribed_by_default: true },
      run: async ({ accountId }, { is_opt_in: isOptIn = TOPIC.blank.is_opt_in, ...texts }) =>
        present(await addTopic(db, accountId, { ...texts, isOptIn })),
    }),
    readRoute(OF, async (accountId, id) => present(await readTopic(db, accountId, id))),
    updateRoute(OF, {
      body: TOPIC.changed,
      example: { name: 'News' },
      async run({ accountId }, id, { is_opt_in: isOptIn, ...texts }) {
        const { is_opt_in: before } = await readTopic(db, accountId, id);
        if (isOptIn !== undefined && isOptIn !== before) {
          throw invalid({ subscribed_by_default: ['cannot be changed. Create another topic instead.'] });
        }
        return present(await changeTopic(db, accountId, id, texts));
      },
    }),
    deleteRoute(OF, {
      description:
        'Deletes a topic and the choices that contacts made. Campaigns with the topic can no longer be sent.',
      run: async ({ accountId }, id) => removeTopic(db, accountId, id),
    }),
  ];
}

function present(row: Awaited<ReturnType<typeof readTopic>>): PresentedTopic {
  return TOPIC.present(row, {});
}
