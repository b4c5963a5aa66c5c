import type { Database } from '../../../base/db.ts';
import { objectIdOf } from '../../../http/account/object-id.ts';
import { ACCOUNT_READ_SCOPES, ACCOUNT_SCOPE } from '../../../http/account/scopes.ts';
import type { Principal } from '../../../http/principal.ts';
import { route, type Route, type RouteSpec } from '../../../http/route.ts';
import { activityOf, type FindDeliverables } from './activity.ts';
import { ERASED_FAULT, type ErasedPeople } from './erased.ts';
import { memberRoutes } from './member-routes.ts';
import {
  changeContact,
  deleteContact,
  type ContactInput,
  keepConsents,
  type OptIn,
  ownContact,
  saveContact,
  type Saving,
  unsubscribeContact,
} from './one.ts';
import { contactDocs } from './route-docs.ts';
import { activityQuery, contactBatch, contactChange, newContact, unsubscription } from './schema.ts';
import { invalid } from '../../../base/refusal.ts';
import { unknownIds } from '../../../http/account/ids.ts';
import { createFieldFaults } from '../../../http/schema-errors.ts';
import { ownedLists } from '../lists/index.ts';
import { type NewContact, saveContacts, lockAudience } from './store.ts';

const PATH = '/contacts';
/** Maximum size of a request body in bytes. Large enough for a thousand contacts with the longest names. */
const BATCH_LIMIT_BYTES = 4 * 1024 * 1024;

/** Dependencies of the contact routes. */
export interface ContactParts {
  readonly db: Database;
  readonly baseUrl: () => string;
  readonly erasedPeople: ErasedPeople;
  readonly findDeliverables: FindDeliverables;
  /**
   * Returns the account's opt-in requirements for contacts that are added one at a time. Must not be called in a
   * transaction.
   */
  readonly optInOf: (accountId: number) => Promise<OptIn>;
}

/** Returns the account API routes for single contacts, batches, list members and contact tags. */
export function contactRoutes(parts: ContactParts): Route[] {
  return [
    ...collectionRoutes(parts),
    ...objectRoutes(parts),
    ...changeRoutes(parts.db),
    ...unsubscribeRoutes(parts.db),
    ...memberRoutes(parts.db),
  ];
}

function collectionRoutes({ db, erasedPeople, optInOf }: ContactParts): Route[] {
  const savingBy = ({ keyId, person, via }: Principal): Saving => ({
    keyId,
    erasedPeople,
    source: via === 'session' ? 'dashboard' : 'api',
    recordedBy: via === 'session' ? person?.name : undefined,
  });
  return [
    route({
      method: 'POST',
      path: PATH,
      summary: 'Add or update a contact',
      scope: ACCOUNT_SCOPE,
      body: newContact,
      doc: contactDocs.create,
      async handle({ principal, body }) {
        const { accountId } = principal;
        const saving = { ...savingBy(principal), optIn: await optInOf(accountId) };
        return { status: 200, body: await saveContact(db, accountId, body, saving) };
      },
    }),
    route({
      method: 'POST',
      path: `${PATH}/batch`,
      summary: 'Add or update contacts in a batch',
      scope: ACCOUNT_SCOPE,
      bodyLimitBytes: BATCH_LIMIT_BYTES,
      body: contactBatch,
      doc: contactDocs.batch,
      handle: async ({ principal, body }) => ({
        status: 200,
        body: await saveBatch(db, principal.accountId, body, savingBy(principal)),
      }),
    }),
  ];
}

function objectRoutes(parts: ContactParts): Route[] {
  const { baseUrl, db } = parts;
  return [
    route({
      method: 'GET',
      path: `${PATH}/:id`,
      summary: 'Get a contact',
      scope: ACCOUNT_READ_SCOPES,
      doc: contactDocs.read,
      handle: async ({ principal, params }) => ({
        status: 200,
        body: await ownContact(db, principal.accountId, objectIdOf(params['id'])),
      }),
    }),
    route({
      method: 'GET',
      path: `${PATH}/:id/activity`,
      summary: 'Get the email activity of a contact',
      scope: ACCOUNT_READ_SCOPES,
      query: activityQuery,
      doc: contactDocs.activity,
      async handle({ principal, params, query }) {
        const id = objectIdOf(params['id']);
        const url = `${baseUrl()}${PATH}/${id}/activity`;
        return { status: 200, body: await activityOf(parts, principal.accountId, id, { request: query, url }) };
      },
    }),
  ];
}

function changeRoutes(db: Database): Route[] {
  return [
    route({
      method: 'PATCH',
      path: `${PATH}/:id`,
      summary: 'Update a contact',
      scope: ACCOUNT_SCOPE,
      body: contactChange,
      doc: contactDocs.update,
      handle: async ({ principal, params, body }) => ({
        status: 200,
        body: await changeContact(db, principal.accountId, objectIdOf(params['id']), body),
      }),
    }),
    route({
      method: 'DELETE',
      path: `${PATH}/:id`,
      summary: 'Delete a contact',
      scope: ACCOUNT_SCOPE,
      doc: contactDocs.remove,
      async handle({ principal, params }) {
        await deleteContact(db, principal.accountId, objectIdOf(params['id']));
        return { status: 200, body: { message: 'The contact was deleted.' } };
      },
    }),
  ];
}

/** Returns the two unsubscribe routes. Some clients use the second path. */
function unsubscribeRoutes(db: Database): Route[] {
  const shared: Pick<RouteSpec<ReturnType<typeof unsubscription.parse>, undefined>, 'scope' | 'body' | 'handle'> = {
    scope: ACCOUNT_SCOPE,
    body: unsubscription,
    handle: async ({ principal, body }) => ({
      status: 200,
      body: await unsubscribeContact(db, principal.accountId, body.email),
    }),
  };
  return [
    route({
      ...shared,
      method: 'PATCH',
      path: '/unsubscribe',
      summary: 'Unsubscribe a contact by its address',
      doc: contactDocs.unsubscribe,
    }),
    route({
      ...shared,
      method: 'POST',
      path: `${PATH}/unsubscribe`,
      summary: 'Unsubscribe a contact by its address (alias)',
      doc: contactDocs.unsubscribeAlias,
    }),
  ];
}

/**
 * Adds or updates contacts. Either all contacts are saved or none are. Throws validation_error for erased people and
 * for lists that the account does not have. Throws contact_limit_exceeded if the plan's contact limit would be
 * exceeded.
 */
async function saveBatch(
  db: Database,
  accountId: number,
  contacts: readonly (NewContact & Pick<ContactInput, 'consent'>)[],
  saving: Saving,
): Promise<{ readonly created: number; readonly updated: number }> {
  return db.transaction(async (tx) => {
    await lockAudience(tx, accountId);
    const known = await ownedLists(tx, accountId, [...new Set(contacts.flatMap(({ listIds = [] }) => listIds))]);
    const faults = createFieldFaults();
    for (const [index, { listIds = [] }] of contacts.entries()) {
      const unknown = unknownIds(listIds, known);
      if (unknown !== undefined) faults.add(`contacts.${index}.lists`, unknown);
    }
    const erased = await saving.erasedPeople.among(
      tx,
      accountId,
      contacts.map(({ email }) => email),
    );
    for (const [index, { email }] of contacts.entries()) {
      if (erased.has(email)) faults.add(`contacts.${index}.email`, ERASED_FAULT);
    }
    const errors = faults.errors();
    if (errors) throw invalid(errors);
    const { createdIds, ids, updated } = await saveContacts(tx, accountId, contacts, {
      keyId: saving.keyId ?? null,
    });
    const saved = contacts.map(({ consent }, index) => ({ consent, contactId: ids[index] ?? 0 }));
    await keepConsents(tx, accountId, saved, saving);
    return { created: createdIds.length, updated };
  });
}
