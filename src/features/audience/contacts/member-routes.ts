import type { Database } from '../../../base/db.ts';
import { objectIdOf } from '../../../http/account/object-id.ts';
import { ACCOUNT_READ_SCOPES, ACCOUNT_SCOPE } from '../../../http/account/scopes.ts';
import { route, type Route } from '../../../http/route.ts';
import { presentTagsOf } from '../contact-tags/index.ts';
import { addToList, changeTagOf, removeFromList } from './member-changes.ts';
import { memberDocs } from './member-docs.ts';
import { requireOwnContact } from './one.ts';
import { newMember } from './schema.ts';

const LIST_PATH = '/lists/:list_id/contacts';
const TAG_PATH = '/contacts/:contact_id/tags';

/** Returns the routes that change the lists and tags of individual contacts. */
export function memberRoutes(db: Database): Route[] {
  return [...listMemberRoutes(db), ...tagRoutes(db)];
}

function listMemberRoutes(db: Database): Route[] {
  return [
    route({
      method: 'POST',
      path: LIST_PATH,
      summary: 'Add a contact to a list',
      scope: ACCOUNT_SCOPE,
      body: newMember,
      doc: memberDocs.addToList,
      handle: async ({ principal, params, body }) => ({
        status: 200,
        body: await addToList(db, principal.accountId, objectIdOf(params['list_id']), body.contactId),
      }),
    }),
    route({
      method: 'DELETE',
      path: `${LIST_PATH}/:contact_id`,
      summary: 'Remove a contact from a list',
      scope: ACCOUNT_SCOPE,
      doc: memberDocs.removeFromList,
      handle: async ({ principal, params }) => ({
        status: 200,
        body: await removeFromList(
          db,
          principal.accountId,
          objectIdOf(params['list_id']),
          objectIdOf(params['contact_id']),
        ),
      }),
    }),
  ];
}

function tagRoutes(db: Database): Route[] {
  const changed = async (accountId: number, params: Readonly<Record<string, string>>, isAdded: boolean) => {
    const contactId = objectIdOf(params['contact_id']);
    const tagId = objectIdOf(params['tag_id']);
    return { status: 200, body: await changeTagOf(db, accountId, { contactId, tagId, isAdded }) };
  };
  return [
    route({
      method: 'GET',
      path: TAG_PATH,
      summary: 'List the tags of a contact',
      scope: ACCOUNT_READ_SCOPES,
      doc: memberDocs.tags,
      async handle({ principal, params }) {
        const contactId = objectIdOf(params['contact_id']);
        await requireOwnContact(db, principal.accountId, contactId);
        return { status: 200, body: await presentTagsOf(db, principal.accountId, contactId) };
      },
    }),
    route({
      method: 'POST',
      path: `${TAG_PATH}/:tag_id`,
      summary: 'Add a tag to a contact',
      scope: ACCOUNT_SCOPE,
      doc: memberDocs.addTag,
      handle: async ({ principal, params }) => changed(principal.accountId, params, true),
    }),
    route({
      method: 'DELETE',
      path: `${TAG_PATH}/:tag_id`,
      summary: 'Remove a tag from a contact',
      scope: ACCOUNT_SCOPE,
      doc: memberDocs.removeTag,
      handle: async ({ principal, params }) => changed(principal.accountId, params, false),
    }),
  ];
}
