import { ifMatchOf } from '../../../http/account/if-match.ts';
import { objectIdOf } from '../../../http/account/object-id.ts';
import { ACCOUNT_READ_SCOPES, ACCOUNT_SCOPE } from '../../../http/account/scopes.ts';
import { route, type Route } from '../../../http/route.ts';
import { draftDocs } from './draft-docs.ts';
import { showDraft } from './draft-show.ts';
import { addDraftEmail, discardDraft, saveDraft } from './drafts.ts';
import { draftChange } from './flow-schema.ts';
import { MAX_BODY_BYTES } from './limits.ts';
import type { AutomationParts } from './parts.ts';
import { publishDraft, publishRequest } from './publish.ts';
import { newDraftEmail } from './schema.ts';

const PATH = '/automations/:id/draft';

/** Returns the routes for unpublished changes to the steps of an automation. */
export function draftRoutes(parts: AutomationParts): Route[] {
  return [...ownRoutes(parts), ...changeRoutes(parts)];
}

function ownRoutes(parts: AutomationParts): Route[] {
  const { db } = parts;
  return [
    route({
      method: 'GET',
      path: PATH,
      summary: 'Get the draft of an automation',
      scope: ACCOUNT_READ_SCOPES,
      doc: draftDocs.getDraft,
      handle: async ({ principal: { accountId }, params }) => ({
        status: 200,
        body: await showDraft(db, accountId, objectIdOf(params['id'])),
      }),
    }),
    route({
      method: 'PATCH',
      path: PATH,
      summary: 'Create or replace the draft of an automation',
      scope: ACCOUNT_SCOPE,
      body: draftChange,
      doc: draftDocs.saveDraft,
      async handle({ body, headers, principal, params }) {
        const id = objectIdOf(params['id']);
        await saveDraft(parts, principal, id, body, ifMatchOf(headers['if-match']));
        return { status: 200, body: await showDraft(db, principal.accountId, id) };
      },
    }),
    route({
      method: 'DELETE',
      path: PATH,
      summary: 'Discard the draft of an automation',
      scope: ACCOUNT_SCOPE,
      doc: draftDocs.discardDraft,
      async handle({ principal: { accountId }, params }) {
        await discardDraft(db, accountId, objectIdOf(params['id']));
        return { status: 200, body: { message: 'The draft was discarded.' } };
      },
    }),
  ];
}

/** Returns the routes that add emails to a draft and publish it. */
function changeRoutes(parts: AutomationParts): Route[] {
  const { db } = parts;
  return [
    route({
      method: 'POST',
      path: `${PATH}/emails`,
      summary: 'Add an email to the draft of an automation',
      scope: ACCOUNT_SCOPE,
      bodyLimitBytes: MAX_BODY_BYTES,
      body: newDraftEmail,
      doc: draftDocs.addEmail,
      async handle({ body, principal, params }) {
        const id = objectIdOf(params['id']);
        await addDraftEmail(parts, principal, id, body);
        return { status: 201, body: await showDraft(db, principal.accountId, id) };
      },
    }),
    route({
      method: 'POST',
      path: `${PATH}/publish`,
      summary: 'Publish the draft of an automation',
      scope: ACCOUNT_SCOPE,
      body: publishRequest,
      doc: draftDocs.publishDraft,
      handle: async ({ body, headers, principal, params }) => ({
        status: 200,
        body: await publishDraft(parts, principal, objectIdOf(params['id']), {
          isDryRun: body.isDryRun,
          seenAt: ifMatchOf(headers['if-match']),
        }),
      }),
    }),
  ];
}
