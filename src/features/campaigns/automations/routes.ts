import { listingQuery } from '../../../http/account/listing-query.ts';
import { objectIdOf } from '../../../http/account/object-id.ts';
import { ACCOUNT_READ_SCOPES, ACCOUNT_SCOPE } from '../../../http/account/scopes.ts';
import { route, type Route } from '../../../http/route.ts';
import { changeAutomation, createAutomation, deleteAutomation } from './automations.ts';
import { addEmail, changeEmail, removeEmail } from './emails.ts';
import { ownAutomation } from './find.ts';
import { MAX_BODY_BYTES } from './limits.ts';
import type { AutomationParts } from './parts.ts';
import { automationDocs } from './route-docs.ts';
import { AUTOMATION } from './resource.ts';
import { emailChange, newEmail } from './schema.ts';
import { pageOfAutomations, replyInFull, showAutomation, showItem } from './show.ts';

const PATH = '/automations';
const EMAILS = '/automation-emails';

/** Automations and their mails, in the account API. */
export function automationRoutes(parts: AutomationParts): Route[] {
  return [...collectionRoutes(parts), ...objectRoutes(parts), ...emailRoutes(parts)];
}

function collectionRoutes(parts: AutomationParts): Route[] {
  return [
    route({
      method: 'GET',
      path: PATH,
      summary: 'List automations',
      scope: ACCOUNT_READ_SCOPES,
      query: listingQuery(),
      doc: automationDocs.list,
      handle: async ({ principal, query }) => ({
        status: 200,
        body: await pageOfAutomations(parts, principal.accountId, query, `${parts.baseUrl()}${PATH}`),
      }),
    }),
    route({
      method: 'POST',
      path: PATH,
      summary: 'Create an automation',
      scope: ACCOUNT_SCOPE,
      body: AUTOMATION.created,
      doc: automationDocs.create,
      async handle({ principal, body }) {
        const made = await createAutomation(parts, principal, body);
        return { status: 201, body: await showAutomation(parts, principal.accountId, made) };
      },
    }),
  ];
}

function objectRoutes(parts: AutomationParts): Route[] {
  return [
    route({
      method: 'GET',
      path: `${PATH}/:id`,
      summary: 'Get an automation',
      scope: ACCOUNT_READ_SCOPES,
      doc: automationDocs.read,
      handle: async ({ principal: { accountId }, params }) =>
        replyInFull(parts, accountId, await ownAutomation(parts.db, accountId, objectIdOf(params['id']))),
    }),
    route({
      method: 'PATCH',
      path: `${PATH}/:id`,
      summary: 'Update an automation',
      scope: ACCOUNT_SCOPE,
      body: AUTOMATION.changed,
      doc: automationDocs.update,
      async handle({ principal, params, body }) {
        const changed = await changeAutomation(parts, principal, objectIdOf(params['id']), body);
        return { status: 200, body: await showAutomation(parts, principal.accountId, changed) };
      },
    }),
    route({
      method: 'DELETE',
      path: `${PATH}/:id`,
      summary: 'Delete an automation',
      scope: ACCOUNT_SCOPE,
      doc: automationDocs.remove,
      async handle({ principal, params }) {
        await deleteAutomation(parts, principal, objectIdOf(params['id']));
        return { status: 200, body: { message: 'The automation was deleted.' } };
      },
    }),
  ];
}

function emailRoutes(parts: AutomationParts): Route[] {
  return [
    route({
      method: 'POST',
      path: `${PATH}/:id/emails`,
      summary: 'Add an email to an automation',
      scope: ACCOUNT_SCOPE,
      bodyLimitBytes: MAX_BODY_BYTES,
      body: newEmail,
      doc: automationDocs.addEmail,
      async handle({ principal, params, body }) {
        const added = await addEmail(parts, principal, objectIdOf(params['id']), body);
        return { status: 201, body: await showItem(parts, principal.accountId, added) };
      },
    }),
    route({
      method: 'PATCH',
      path: `${EMAILS}/:id`,
      summary: 'Update an email of an automation',
      scope: ACCOUNT_SCOPE,
      bodyLimitBytes: MAX_BODY_BYTES,
      body: emailChange,
      doc: automationDocs.updateEmail,
      async handle({ principal, params, body }) {
        const changed = await changeEmail(parts, principal, objectIdOf(params['id']), body);
        return { status: 200, body: await showItem(parts, principal.accountId, changed) };
      },
    }),
    route({
      method: 'DELETE',
      path: `${EMAILS}/:id`,
      summary: 'Remove an email from an automation',
      scope: ACCOUNT_SCOPE,
      doc: automationDocs.removeEmail,
      async handle({ principal, params }) {
        await removeEmail(parts, principal, objectIdOf(params['id']));
        return { status: 200, body: { message: 'The email was removed.' } };
      },
    }),
  ];
}
