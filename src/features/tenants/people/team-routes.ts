import { route, type Route } from '../../../http/route.ts';
import { SCOPES } from '../access/index.ts';
import { invite, resendInvitation, withdrawInvitation } from './invitations.ts';
import type { PeopleParts } from './parts.ts';
import { presentInvitation, presentMember } from './present.ts';
import { teamDocs as docs } from './route-docs.ts';
import { idOf, said } from './route-help.ts';
import { invitationRequest, roleRequest } from './schema.ts';
import { changeRole, readTeam, removeMember } from './team.ts';

const TEAM = '/dashboard/team';
const { dashboardAdmin, dashboardRead } = SCOPES;

/** Returns the team routes. All members can list the team. Admins and owners can change it. */
export function teamRoutes(parts: PeopleParts): Route[] {
  return [...invitationRoutes(parts), ...memberRoutes(parts)];
}

function memberRoutes(parts: PeopleParts): Route[] {
  return [
    route({
      method: 'GET',
      path: TEAM,
      summary: 'List members and invitations',
      scope: dashboardRead,
      doc: docs.read,
      async handle({ principal }) {
        const { invitations, members } = await readTeam(parts, principal.accountId);
        return {
          status: 200,
          body: {
            members: members.map((row) => presentMember(row)),
            invitations: invitations.map((row) => presentInvitation(row)),
          },
        };
      },
    }),
    route({
      method: 'PATCH',
      path: `${TEAM}/members/:id`,
      summary: 'Change the role of a member',
      scope: dashboardAdmin,
      body: roleRequest,
      doc: docs.changeRole,
      async handle({ body, params, principal }) {
        await changeRole(parts, principal, idOf(params), body);
        return said('The role was changed.');
      },
    }),
    route({
      method: 'DELETE',
      path: `${TEAM}/members/:id`,
      summary: 'Remove a member or leave the account',
      // Requires only this scope, because any member may leave. Whether the caller may remove another member is checked
      // later.
      scope: dashboardRead,
      doc: docs.remove,
      async handle({ params, principal }) {
        const keys = await removeMember(parts, principal, idOf(params));
        return { status: 200, body: { message: 'The user is no longer a member of the account.', keys } };
      },
    }),
  ];
}

function invitationRoutes(parts: PeopleParts): Route[] {
  return [
    route({
      method: 'POST',
      path: `${TEAM}/invitations`,
      summary: 'Invite a person',
      scope: dashboardAdmin,
      body: invitationRequest,
      doc: docs.invite,
      handle: async ({ body, principal }) => ({
        status: 201,
        body: presentInvitation(await invite(parts, principal, body)),
      }),
    }),
    route({
      method: 'POST',
      path: `${TEAM}/invitations/:id/resend`,
      summary: 'Resend an invitation',
      scope: dashboardAdmin,
      doc: docs.resend,
      handle: async ({ params, principal }) => ({
        status: 200,
        body: presentInvitation(await resendInvitation(parts, principal, idOf(params))),
      }),
    }),
    route({
      method: 'DELETE',
      path: `${TEAM}/invitations/:id`,
      summary: 'Withdraw an invitation',
      scope: dashboardAdmin,
      doc: docs.withdraw,
      async handle({ params, principal }) {
        await withdrawInvitation(parts, principal, idOf(params));
        return said('The invitation was withdrawn.');
      },
    }),
  ];
}
