import { invalid } from '../../../base/refusal.ts';
import { route, type Route } from '../../../http/route.ts';
import { personOf, requireFresh, type PeopleParts } from '../people/index.ts';
import { closeAccount, readContents } from './account.ts';
import type { DeletionParts } from './parts.ts';
import { deletePerson, readBelongings } from './person.ts';
import { presentBelongings, presentContents } from './present.ts';
import { deletionDocs as docs } from './route-docs.ts';
import { accountDeletionRequest, personDeletionRequest } from './schema.ts';

const OWNER = 'dashboard:owner';
/** A scope that every role has, because users in any role can delete their own user account. */
const READ = 'dashboard:read';

/** Returns the routes that delete an account (owner role required) or the caller's own user account (any role). */
export function deletionRoutes(parts: DeletionParts, people: PeopleParts): Route[] {
  return [...accountRoutes(parts, people), ...personRoutes(parts, people)];
}

function accountRoutes(parts: DeletionParts, people: PeopleParts): Route[] {
  return [
    route({
      method: 'GET',
      path: '/dashboard/account/deletion',
      summary: 'Show what would be deleted with the account',
      scope: OWNER,
      doc: docs.contents,
      handle: async ({ principal }) => ({
        status: 200,
        body: presentContents(await readContents(parts.db, principal.accountId), parts.graceDays),
      }),
    }),
    route({
      method: 'DELETE',
      path: '/dashboard/account',
      summary: 'Delete the account',
      scope: OWNER,
      body: accountDeletionRequest,
      doc: docs.close,
      async handle({ body, headers, principal }) {
        const { account } = await readContents(parts.db, principal.accountId);
        if (body.name !== account.name) throw invalid({ name: [`must match the account’s name: ${account.name}.`] });
        const token = people.cookies.tokenOf(headers.cookie);
        await requireFresh(people, personOf(principal).id, { token, password: body.password });
        const dueAt = await closeAccount(parts, principal, account.id);
        return { status: 200, body: { message: 'The account was deleted.', data_goes_at: dueAt.toISOString() } };
      },
    }),
  ];
}

function personRoutes(parts: DeletionParts, people: PeopleParts): Route[] {
  return [
    route({
      method: 'GET',
      path: '/dashboard/me/deletion',
      summary: 'Check whether you can delete your user account',
      scope: READ,
      doc: docs.belongings,
      handle: async ({ principal }) => ({
        status: 200,
        body: presentBelongings(await readBelongings(parts.db, personOf(principal).id)),
      }),
    }),
    route({
      method: 'DELETE',
      path: '/dashboard/me',
      summary: 'Delete your user account',
      scope: READ,
      body: personDeletionRequest,
      doc: docs.deleteMe,
      async handle({ body, headers, principal }) {
        const person = personOf(principal);
        if (body.email !== person.email.toLowerCase()) {
          throw invalid({ email: [`must match the email address that you sign in with: ${person.email}.`] });
        }
        const token = people.cookies.tokenOf(headers.cookie);
        await requireFresh(people, person.id, { token, password: body.password });
        await deletePerson(parts, person.id, 'you');
        return { status: 200, body: { message: 'Your user account was deleted.' }, cookies: [people.cookies.clear()] };
      },
    }),
  ];
}
