import { listingQuery } from '../../../http/account/listing-query.ts';
import { page } from '../../../http/account/page.ts';
import { objectIdOf } from '../../../http/account/object-id.ts';
import { ACCOUNT_READ_SCOPES, ACCOUNT_SCOPE } from '../../../http/account/scopes.ts';
import {
  answerOf,
  createRoute,
  deleteRoute,
  docOfOne,
  duplicateRoute,
  listRoute,
  updateRoute,
} from '../../../http/resource/routes.ts';
import { route, type Route } from '../../../http/route.ts';
import { automationInFullSchema, automationSchema, EXAMPLES, itemSchema } from './automation-schema.ts';
import { changeAutomation, createAutomation, deleteAutomation, duplicateAutomation } from './automations.ts';
import { draftRoutes } from './draft-routes.ts';
import { showDraft } from './draft-show.ts';
import { addEmail, changeEmail, duplicateEmail, removeEmail } from './emails.ts';
import { ownAutomation } from './find.ts';
import { flowRequest } from './flow-schema.ts';
import { showFlow } from './flow-show.ts';
import { MAX_BODY_BYTES } from './limits.ts';
import type { AutomationParts } from './parts.ts';
import { matchingContacts } from './matching-contacts.ts';
import { automationDocs } from './route-docs.ts';
import { AUTOMATION } from './resource.ts';
import { emailChange, newEmail } from './schema.ts';
import { contactsAtStep } from './step-contacts.ts';
import { testRun, testRunRequest } from './test-run.ts';
import { changeFlow, restoreVersion, showVersions } from './versions.ts';
import { replyInFull, showAutomation, showItem, showPage } from './show.ts';

const EMAILS = '/automation-emails';
const OF = {
  path: '/automations',
  group: 'Automations',
  one: 'automation',
  many: 'automations',
  answer: { schema: automationSchema, example: EXAMPLES.changed },
};

const OF_EMAILS = {
  path: EMAILS,
  group: 'Automations',
  one: 'email of an automation',
  many: 'emails of an automation',
  answer: { schema: itemSchema, example: EXAMPLES.item },
};

/** Returns the account API routes for automations and their emails. */
export function automationRoutes(parts: AutomationParts): Route[] {
  return [...ownRoutes(parts), ...flowRoutes(parts), ...contactRoutes(parts), ...emailRoutes(parts)];
}

function ownRoutes(parts: AutomationParts): Route[] {
  const { baseUrl, db } = parts;
  return [
    listRoute(OF, {
      description: 'Returns automations, newest first, with their emails but without the email content.',
      query: listingQuery(),
      record: { schema: automationSchema, example: EXAMPLES.automation },
      baseUrl,
      find: async (accountId, query) => showPage(parts, accountId, query),
    }),
    createRoute(OF, {
      description:
        'An automation sends a series of emails to contacts when they are added to a list, when they open or click a campaign, or when your application sends an event for them. Contacts that are already in the list do not enter the automation. A new automation has no emails and is inactive by default.',
      problems: ['conflict'],
      body: AUTOMATION.created,
      example: { title: 'Welcome', trigger_type: 'apply_list', trigger_list_id: 3 },
      answer: { ...EXAMPLES.changed, active: false, entered_count: 0, finished_count: 0, left_count: 0 },
      run: async (principal, body) =>
        showAutomation(parts, principal.accountId, await createAutomation(parts, principal, body)),
    }),
    route({
      method: 'GET',
      path: `${OF.path}/:id`,
      summary: 'Get an automation',
      scope: ACCOUNT_READ_SCOPES,
      doc: {
        ...docOfOne(OF, { description: 'Returns the automation with its emails, their content, and their results.' }),
        answers: [{ ...answerOf(OF, 200, EXAMPLES.inFull), schema: automationInFullSchema }],
      },
      handle: async ({ principal: { accountId }, params }) =>
        replyInFull(parts, accountId, await ownAutomation(db, accountId, objectIdOf(params['id']))),
    }),
    updateRoute(OF, {
      description:
        'While `active` is false, no contacts enter the automation and no emails are sent. Contacts that are already in the automation remain there. When `active` becomes true, overdue emails are sent immediately. After the trigger changes, contacts that have finished the automation can enter it again, but they are not sent the same email twice.',
      body: AUTOMATION.changed,
      example: { active: true },
      run: async (principal, id, body) =>
        showAutomation(parts, principal.accountId, await changeAutomation(parts, principal, id, body)),
    }),
    deleteRoute(OF, {
      description: 'Deletes the automation, which then sends no more emails. The results of sent emails are kept.',
      run: async (principal, id) => deleteAutomation(parts, principal, id),
    }),
    duplicateRoute(OF, {
      description:
        'Creates an inactive automation with the triggers and the emails of another automation. No contacts are copied.',
      problems: ['forbidden', 'conflict'],
      answer: { ...EXAMPLES.changed, id: 5, title: 'Copy of Welcome', active: false, entered_count: 0 },
      run: async (principal, id) => {
        const original = await ownAutomation(db, principal.accountId, id);
        return showAutomation(parts, principal.accountId, await duplicateAutomation(parts, principal, original));
      },
    }),
  ];
}

function flowRoutes(parts: AutomationParts): Route[] {
  const { db } = parts;
  return [
    route({
      method: 'GET',
      path: `${OF.path}/:id/flow`,
      summary: 'Get the steps of an automation',
      scope: ACCOUNT_READ_SCOPES,
      doc: automationDocs.getFlow,
      async handle({ principal: { accountId }, params }) {
        const { id } = await ownAutomation(db, accountId, objectIdOf(params['id']));
        return { status: 200, body: await showFlow(db, accountId, id) };
      },
    }),
    route({
      method: 'PATCH',
      path: `${OF.path}/:id/flow`,
      summary: 'Replace the steps of an automation',
      scope: ACCOUNT_SCOPE,
      body: flowRequest,
      doc: automationDocs.replaceFlow,
      async handle({ body, principal, params }) {
        const id = objectIdOf(params['id']);
        await changeFlow(parts, principal, id, body);
        return { status: 200, body: await showFlow(db, principal.accountId, id) };
      },
    }),
    ...draftRoutes(parts),
    ...versionRoutes(parts),
    route({
      method: 'POST',
      path: `${OF.path}/:id/test-run`,
      summary: 'Test an automation with a contact',
      scope: ACCOUNT_READ_SCOPES,
      body: testRunRequest,
      doc: automationDocs.testRun,
      handle: async ({ body, principal: { accountId }, params }) => ({
        status: 200,
        body: await testRun(parts, accountId, objectIdOf(params['id']), body),
      }),
    }),
  ];
}

function versionRoutes(parts: AutomationParts): Route[] {
  const { db } = parts;
  return [
    route({
      method: 'GET',
      path: `${OF.path}/:id/versions`,
      summary: 'List earlier versions of the steps of an automation',
      scope: ACCOUNT_READ_SCOPES,
      doc: automationDocs.versions,
      handle: async ({ principal: { accountId }, params }) => ({
        status: 200,
        body: { data: await showVersions(db, accountId, objectIdOf(params['id'])) },
      }),
    }),
    route({
      method: 'POST',
      path: `${OF.path}/:id/versions/:version_id/restore`,
      summary: 'Restore an earlier version of the steps as a draft',
      scope: ACCOUNT_SCOPE,
      doc: automationDocs.restoreVersion,
      async handle({ principal, params }) {
        const id = objectIdOf(params['id']);
        await restoreVersion(parts, principal, id, objectIdOf(params['version_id']));
        return { status: 200, body: await showDraft(db, principal.accountId, id) };
      },
    }),
  ];
}

/** Returns the routes that show contacts of an automation. */
function contactRoutes(parts: AutomationParts): Route[] {
  const { baseUrl, db } = parts;
  return [
    route({
      method: 'GET',
      path: `${OF.path}/:id/matching-contacts`,
      summary: 'Count the contacts that match a trigger',
      scope: ACCOUNT_READ_SCOPES,
      doc: automationDocs.matchingContacts,
      handle: async ({ principal: { accountId }, params }) => ({
        status: 200,
        body: await matchingContacts(parts, accountId, objectIdOf(params['id'])),
      }),
    }),
    route({
      method: 'GET',
      path: `${OF.path}/:id/steps/:step_id/contacts`,
      summary: 'List the contacts at a step of an automation',
      scope: ACCOUNT_READ_SCOPES,
      query: listingQuery(),
      doc: automationDocs.stepContacts,
      async handle({ principal: { accountId }, params, query: request }) {
        const [automationId, stepId] = [objectIdOf(params['id']), objectIdOf(params['step_id'])];
        const { data, total } = await contactsAtStep(db, accountId, { automationId, stepId, request });
        const url = `${baseUrl()}${OF.path}/${automationId}/steps/${stepId}/contacts`;
        return { status: 200, body: page({ data, total, request, url }) };
      },
    }),
  ];
}

function emailRoutes(parts: AutomationParts): Route[] {
  return [
    route({
      method: 'POST',
      path: `${OF.path}/:id/emails`,
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
    duplicateRoute(OF_EMAILS, {
      description: 'Inserts a copy of an email directly after the original, with the same content and delay.',
      problems: ['forbidden', 'conflict'],
      answer: { ...EXAMPLES.item, id: 13, send_order: 2 },
      run: async (principal, id) => showItem(parts, principal.accountId, await duplicateEmail(parts, principal, id)),
    }),
  ];
}
