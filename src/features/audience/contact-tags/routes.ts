import type { Database } from '../../../base/db.ts';
import { listingQuery } from '../../../http/account/listing-query.ts';
import { createRoute, deleteRoute, listRoute, readRoute, updateRoute } from '../../../http/resource/routes.ts';
import type { Route } from '../../../http/route.ts';
import { TAG } from './resource.ts';
import { addTag, changeTag, findTags, ownTag, removeTag } from './tags.ts';

const OF = { path: '/contact-tags', group: 'Contact tags', one: 'tag', many: 'tags', answer: TAG };

/** Returns the account API routes for tags. The contacts feature has the routes for adding and removing tags. */
export function contactTagRoutes({ baseUrl, db }: { readonly db: Database; readonly baseUrl: () => string }): Route[] {
  return [
    listRoute(OF, {
      description: 'Returns tags, newest first.',
      query: listingQuery(),
      baseUrl,
      find: async (accountId, query) => findTags(db, accountId, query),
    }),
    createRoute(OF, {
      body: TAG.created,
      example: { name: 'Customer', color: '#FF644D' },
      run: async ({ accountId }, { color, name = '' }) =>
        db.transaction(async (tx) => addTag(tx, accountId, { name, color })),
    }),
    readRoute(OF, async (accountId, id) => ownTag(db, accountId, id)),
    updateRoute(OF, {
      body: TAG.changed,
      example: { name: 'Regular customer' },
      run: async ({ accountId }, id, body) => changeTag(db, accountId, id, body),
    }),
    deleteRoute(OF, {
      description: 'Deletes a tag but not the contacts that have it.',
      message: 'The contact tag was deleted.',
      run: async ({ accountId }, id) => removeTag(db, accountId, id),
    }),
  ];
}
