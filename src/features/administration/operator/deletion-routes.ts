import { Type } from 'typebox';
import { invalid, Refusal } from '../../../base/refusal.ts';
import { parserOf } from '../../../http/parser.ts';
import { route, type Route } from '../../../http/route.ts';
import {
  closeAccount,
  presentContents,
  readContents,
  restoreAccount,
  type AccountContents,
  type DeletionParts,
} from '../../tenants/deletion/index.ts';
import { operatedDocs } from './account-docs.ts';
import { requireOperator, SCOPE } from '../../../http/operator.ts';

const PATH = '/dashboard/operator/accounts/:id';
const ID = /^[1-9]\d{0,14}$/;
const MAX_EMAIL_CHARACTERS = 1_000;

const deletionRequest = parserOf(
  Type.Object(
    {
      email: Type.String({
        maxLength: MAX_EMAIL_CHARACTERS,
        description: 'The account’s email address, to confirm the deletion.',
      }),
    },
    { additionalProperties: false },
  ),
  (given) => given.email.trim().toLowerCase(),
);

/** Returns the operator's routes for deleting and restoring accounts. */
export function operatedDeletionRoutes(parts: DeletionParts): Route[] {
  const read = async (id: number): Promise<AccountContents> => readContents(parts.db, id);
  const shown = async (id: number) => ({ status: 200, body: presentContents(await read(id), parts.graceDays) });
  return [
    route({
      method: 'GET',
      path: `${PATH}/deletion`,
      summary: 'Show what would be deleted with an account',
      scope: SCOPE,
      doc: operatedDocs.contents,
      async handle({ principal, params }) {
        requireOperator(principal);
        return shown(numberOf(params));
      },
    }),
    route({
      method: 'DELETE',
      path: PATH,
      summary: 'Delete an account',
      scope: SCOPE,
      body: deletionRequest,
      doc: operatedDocs.close,
      async handle({ principal, params, body }) {
        requireOperator(principal);
        const { account } = await read(numberOf(params));
        if (body !== account.email.toLowerCase()) {
          throw invalid({ email: [`must match the account’s email address: ${account.email}.`] });
        }
        await closeAccount(parts, principal, account.id);
        return shown(account.id);
      },
    }),
    route({
      method: 'POST',
      path: `${PATH}/restore`,
      summary: 'Restore a deleted account',
      scope: SCOPE,
      doc: operatedDocs.restore,
      async handle({ principal, params }) {
        requireOperator(principal);
        const id = numberOf(params);
        await restoreAccount(parts, principal, id);
        return shown(id);
      },
    }),
  ];
}

/** Returns the account ID in a path. Throws not_found if it is invalid. */
function numberOf(params: Readonly<Record<string, string>>): number {
  const id = params['id'] ?? '';
  if (!ID.test(id)) throw new Refusal('not_found', { message: 'No account has this ID.' });
  return Number(id);
}
