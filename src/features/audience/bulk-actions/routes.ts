import type { Database, Db } from '../../../base/db.ts';
import { Refusal } from '../../../base/refusal.ts';
import { objectIdOf } from '../../../http/account/object-id.ts';
import { ACCOUNT_READ_SCOPES, ACCOUNT_SCOPE } from '../../../http/account/scopes.ts';
import { route, type Route } from '../../../http/route.ts';
import type { FilterParts } from '../contact-filters/index.ts';
import { ask, requireOwn } from './ask.ts';
import { presentBulkAction, type PresentedBulkAction } from './present.ts';
import { actionById } from './queries.ts';
import { bulkActionDocs } from './route-docs.ts';
import { bulkActionRequest } from './schema.ts';

const PATH = '/contacts/bulk-actions';

/** Dependencies of the bulk action routes. */
export interface BulkActionParts {
  readonly db: Database;
  readonly filterParts: FilterParts;
}

export function bulkActionRoutes({ db, filterParts }: BulkActionParts): Route[] {
  return [
    route({
      method: 'POST',
      path: PATH,
      summary: 'Create a bulk action',
      scope: ACCOUNT_SCOPE,
      body: bulkActionRequest,
      doc: bulkActionDocs.create,
      async handle({ principal, body }) {
        await requireOwn(db, principal.accountId, body, filterParts);
        const made = await db.transaction(async (tx) => ask(tx, principal, body));
        return { status: 202, body: presentBulkAction(made) };
      },
    }),
    route({
      method: 'GET',
      path: `${PATH}/:id`,
      summary: 'Get a bulk action',
      scope: ACCOUNT_READ_SCOPES,
      doc: bulkActionDocs.read,
      async handle({ principal, params }) {
        return { status: 200, body: await readBulkAction(db, principal.accountId, objectIdOf(params['id'])) };
      },
    }),
  ];
}

/** Returns a bulk action of the account. Throws not_found if the account has no such action. */
export async function readBulkAction(db: Db, accountId: number, id: number): Promise<PresentedBulkAction> {
  const [found] = await actionById(db, accountId, id);
  // Actions of other accounts cause the same error, so that the response does not reveal whether they exist.
  if (!found) throw new Refusal('not_found', { message: 'No bulk action has this ID.' });
  return presentBulkAction(found);
}
