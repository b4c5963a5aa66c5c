import { ACCOUNT_SCOPE } from '../../../../http/account/scopes.ts';
import { route, type Route } from '../../../../http/route.ts';
import { objectOf, textOf } from '../../fields/index.ts';
import { bodyOf, underNames } from './native.ts';
import { fieldId } from './objects.ts';
import { SEND_EVENT } from './operations.ts';
import { anyBody, type AccountParts } from './parts.ts';

/** Names in this API of the fields of an event in Postrider's own API. */
const NAMES: Readonly<Record<string, string>> = { name: 'event', properties: 'payload' };

/** Returns the route that reports an event of a contact. */
export function eventRoutes({ native }: AccountParts, base: string): Route[] {
  return [
    route({
      method: 'POST',
      path: `${base}/events/send`,
      summary: 'Send an event',
      scope: [ACCOUNT_SCOPE, 'transactional:send'],
      body: anyBody,
      async handle(request) {
        const given = objectOf(request.body, '', SEND_EVENT.objects['']) ?? { at: '', values: {} };
        const { contact_id: contactId, payload } = given.values;
        const [event, email] = [textOf(given, 'event') ?? '', textOf(given, 'email')];
        const hasContact = contactId !== undefined && contactId !== null;
        const body = {
          name: event,
          ...(email !== undefined && { email }),
          ...(hasContact && { contact_id: fieldId('contact', contactId, 'contact_id') }),
          ...(payload !== undefined && payload !== null && { properties: payload }),
        };
        await underNames(
          (field) => NAMES[field] ?? field.replace(/^properties\b/, 'payload'),
          async () => bodyOf(native, request, 'POST /events', { body }),
        );
        return { status: 202, body: { object: 'event', event } };
      },
    }),
  ];
}
