import type { Database } from '../../../base/db.ts';
import { objectIdOf } from '../../../http/account/object-id.ts';
import { ACCOUNT_SCOPE } from '../../../http/account/scopes.ts';
import { route, type Route } from '../../../http/route.ts';
import { CONTACT_EXAMPLE } from '../contacts/index.ts';
import { mergeContacts, mergeInput, mergeSchema } from './merge.ts';

/** Returns the account API route that merges two contacts. */
export function contactMergingRoutes({ db }: { readonly db: Database }): Route[] {
  return [
    route({
      method: 'POST',
      path: '/contacts/:id/merge',
      summary: 'Merge two contacts',
      scope: ACCOUNT_SCOPE,
      body: mergeInput,
      doc: {
        group: 'Contacts',
        isAddition: true,
        description:
          'Merges two contacts that belong to the same person. The contact in the path keeps its address and its values. Empty fields are filled from the other contact, and the other contact’s lists, tags, consents, events, and automations are added. The other contact is then deleted. If either contact is unsubscribed, the remaining contact is unsubscribed. A merge cannot be undone. If `dry_run` is true, nothing is changed.',
        params: { id: { description: 'ID of the contact to keep.', example: '12' } },
        requestExample: { contact_id: 13, dry_run: true },
        answers: [
          {
            status: 200,
            description: 'The contact after the merge, and the changes that the merge made.',
            schema: mergeSchema,
            example: {
              dry_run: true,
              contact: CONTACT_EXAMPLE,
              merged_contact: { id: 13, email: 'bea@old.example' },
              changes: {
                unsubscribed: false,
                suppressed: false,
                lists_added: [{ id: 3, name: 'Newsletter' }],
                lists_removed: [],
                tags_added: [],
                fields_filled: ['birthday'],
                automations_moved: 1,
                automations_ended: 0,
                consents_moved: 1,
                events_moved: 4,
              },
            },
          },
        ],
        problems: ['forbidden'],
      },
      handle: async ({ body, params, principal: { accountId } }) => ({
        status: 200,
        body: await mergeContacts(db, accountId, objectIdOf(params['id']), body),
      }),
    }),
  ];
}
