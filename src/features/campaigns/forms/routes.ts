import type { Database } from '../../../base/db.ts';
import { searchQuery } from '../../../http/account/listing-query.ts';
import {
  createRoute,
  deleteRoute,
  duplicateRoute,
  listRoute,
  readRoute,
  updateRoute,
} from '../../../http/resource/routes.ts';
import { findPage, ownRow } from '../../../http/resource/rows.ts';
import type { Route } from '../../../http/route.ts';
import { changeForm, createForm, duplicateForm, removeForm } from './forms.ts';
import { MAX_TITLE_CHARACTERS } from './limits.ts';
import { FORM_IN_FULL, presentForm, presentForms } from './present.ts';
import { forms } from './queries.ts';
import { FORM } from './resource.ts';

/** Dependencies of the form routes. */
export interface FormParts {
  readonly db: Database;
  readonly baseUrl: () => string;
}

const OF = { path: '/forms', group: 'Forms', one: 'form', many: 'forms', answer: FORM_IN_FULL };
const { gdpr_required, heading, redirect_url, title } = FORM.example;
const LISTS = [3];

/** Returns the account API routes for forms. `publicFormRoutes` returns the public routes. */
export function formRoutes(parts: FormParts): Route[] {
  const { baseUrl, db } = parts;
  return [
    listRoute(OF, {
      description: 'Returns forms, newest first, 100 per page.',
      query: searchQuery('title', MAX_TITLE_CHARACTERS),
      record: FORM,
      baseUrl,
      async find(accountId, query) {
        const { rows, total } = await findPage(forms, db, accountId, query);
        return { total, data: await presentForms(parts, accountId, rows) };
      },
    }),
    createRoute(OF, {
      description:
        'Creates a sign-up form. New subscribers are added to the lists of the form. Returns 403 if the plan’s form limit is reached.',
      problems: ['forbidden', 'conflict'],
      body: FORM.created,
      example: { title, lists: LISTS, redirect_url, gdpr_required, heading },
      run: async ({ accountId }, body) => presentForm(parts, accountId, await createForm(db, accountId, body)),
    }),
    readRoute(OF, async (accountId, id) => presentForm(parts, accountId, await ownRow(forms, db, accountId, id))),
    updateRoute(OF, {
      description: '`lists` replaces all existing lists. Omitted fields stay unchanged.',
      body: FORM.changed,
      example: { title: 'News', lists: LISTS },
      run: async ({ accountId }, id, body) => presentForm(parts, accountId, await changeForm(db, accountId, id, body)),
    }),
    deleteRoute(OF, {
      description:
        'Deletes a form. The form’s sign-up page and embedded forms then show that the form is closed. Contacts are kept.',
      run: async ({ accountId }, id) => removeForm(db, accountId, id),
    }),
    duplicateRoute(OF, {
      description:
        'Creates a form with the settings of another form. The copy has its own sign-up page, no submissions, and no landing page. Returns 403 if the plan’s form limit is reached.',
      problems: ['forbidden', 'conflict'],
      answer: { ...FORM_IN_FULL.example, id: 5, title: 'Copy of Newsletter', submissions_count: 0 },
      run: async ({ accountId }, id) => presentForm(parts, accountId, await duplicateForm(db, accountId, id)),
    }),
  ];
}
