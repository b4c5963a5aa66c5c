import { Type } from 'typebox';
import { themeForVisitor } from '../../../http/pages/theme.ts';
import { parserOf } from '../../../http/parser.ts';
import { route, type Route } from '../../../http/route.ts';
import { shareDocs } from './share-docs.ts';
import { openShare, type OpenParts } from './share-open.ts';
import { renderNoSharedRoute, renderSharedRoute } from './share-page.ts';
import { listShares, revokeShare, shareRoute, type ShareParts, type ShareRequest } from './share.ts';

const SCOPE = 'dashboard:write';
/** Maximum lifetime of a link, in days. */
const MAX_DAYS = 30;
const DEFAULT_DAYS = 7;

const shareRequest = parserOf(
  Type.Object(
    {
      recipient: Type.String({ description: 'The recipient whose delivery is shared.' }),
      days: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: MAX_DAYS,
          description: `The number of days until the link expires, 1 to ${MAX_DAYS}. Default: ${DEFAULT_DAYS}.`,
        }),
      ),
    },
    { additionalProperties: false },
  ),
  ({ days = DEFAULT_DAYS, recipient }): ShareRequest => ({ recipient, days }),
);

/** Returns the API routes that manage share links for a message, and the route for the page that a link opens. */
export function shareRoutes(parts: ShareParts & OpenParts): Route[] {
  return [
    route({
      method: 'POST',
      path: '/dashboard/messages/:id/shares',
      summary: 'Create a link to the delivery route of a message',
      scope: SCOPE,
      body: shareRequest,
      doc: shareDocs.create,
      handle: async ({ body, params, principal }) => ({
        status: 201,
        body: await shareRoute(parts, principal, params['id'] ?? '', body),
      }),
    }),
    route({
      method: 'GET',
      path: '/dashboard/messages/:id/shares',
      summary: 'List the links to the delivery route of a message',
      scope: SCOPE,
      doc: shareDocs.list,
      handle: async ({ params, principal }) => ({
        status: 200,
        body: { data: await listShares(parts, principal.accountId, params['id'] ?? '') },
      }),
    }),
    route({
      method: 'DELETE',
      path: '/dashboard/messages/:id/shares/:share_id',
      summary: 'Revoke a link to the delivery route of a message',
      scope: SCOPE,
      doc: shareDocs.revoke,
      async handle({ params, principal }) {
        await revokeShare(parts, principal, params['id'] ?? '', params['share_id']);
        return { status: 200, body: { message: 'The link was revoked.' } };
      },
    }),
    route({
      method: 'GET',
      path: '/route/:token',
      summary: 'View a shared delivery route',
      scope: undefined,
      async handle({ headers, params }) {
        const { texts } = themeForVisitor(headers['accept-language']);
        const shared = await openShare(parts, params['token'] ?? '', texts);
        return shared ? renderSharedRoute(texts, shared) : renderNoSharedRoute(texts);
      },
    }),
  ];
}
