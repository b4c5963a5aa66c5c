import { ACCOUNT_SCOPE } from '../../../../http/account/scopes.ts';
import { route, type Route } from '../../../../http/route.ts';
import { objectOf, textOf } from '../../fields/index.ts';
import { bodyOf, underNames } from './native.ts';
import { fieldId } from './objects.ts';
import { EVENT } from './operations.ts';
import { anyBody, type AccountParts } from './parts.ts';

/** Field names of this API, keyed by Postrider's own field names for events. */
const NAMES: Readonly<Record<string, string>> = { name: 'event', properties: 'payload' };

/** Returns the route to which clients send contact events. The events can start automations. */
export function eventRoutes({ native }: AccountParts, base: string): Route[] {
  return [
    route({
      method: 'POST',
      path: `${base}/events/send`,
      summary: 'Send an event',
      scope: [ACCOUNT_SCOPE, 'transactional:send'],
      body: anyBody,
      async handle(request) {
        const given = objectOf(request.body, '', EVENT.objects['']);
        const [event, email] = [textOf(given, 'event'), textOf(given, 'email')];
        const { contact_id: contact, payload } = given?.values ?? {};
        const body = {
          name: event ?? '',
          ...(email !== undefined && { email }),
          ...(contact !== undefined && contact !== null && { contact_id: fieldId('contact', contact, 'contact_id') }),
          ...(payload !== undefined && payload !== null && { properties: payload }),
        };
        await underNames(
          (field) => field.replace(/^\w+/, (name) => NAMES[name] ?? name),
          () => bodyOf(native, request, 'POST /events', { body }),
        );
        return { status: 202, body: { object: 'event', event } };
      },
    }),
  ];
}
