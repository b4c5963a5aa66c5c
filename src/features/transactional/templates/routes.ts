import { searchQuery } from '../../../http/account/listing-query.ts';
import { objectIdOf } from '../../../http/account/object-id.ts';
import { frameQuery } from '../../../http/mail-frame.ts';
import {
  createRoute,
  deleteRoute,
  duplicateRoute,
  listRoute,
  readRoute,
  updateRoute,
} from '../../../http/resource/routes.ts';
import { findPage, ownRow } from '../../../http/resource/rows.ts';
import { route, type Route } from '../../../http/route.ts';
import { htmlOfDesign } from '../../../mail/design/html.ts';
import { acceptedSchema, idempotencyKeyOf, MAX_SEND_BODY_BYTES } from '../messages/index.ts';
import { FRAME_ANSWER, framed } from './frame.ts';
import { MAX_BODY_BYTES, MAX_NAME_CHARACTERS, PER_PAGE } from './limits.ts';
import { summaries, SUMMARY, templates } from './queries.ts';
import { TEMPLATE, type PresentedTemplate, type TemplateRow } from './resource.ts';
import { startingDesignRoutes, type StartingDesignParts } from './starting-designs.ts';
import { sendTemplate, templateSend, type TemplateSendParts } from './send.ts';
import {
  changeTemplate,
  contentOf,
  createTemplate,
  duplicateTemplate,
  removeTemplate,
  variablesOf,
} from './templates.ts';

export type TemplateRouteParts = TemplateSendParts & StartingDesignParts;

const OF = {
  path: '/email-templates',
  group: 'Templates',
  isAddition: true,
  one: 'template',
  many: 'templates',
  answer: TEMPLATE,
} as const;

/** Returns the routes that manage templates, preview them, and send transactional email from them. */
export function templateRoutes(parts: TemplateRouteParts): Route[] {
  return [...accountRoutes(parts), frameRoute(parts), ...startingDesignRoutes(parts), sendRoute(parts)];
}

function accountRoutes(parts: TemplateRouteParts): Route[] {
  const { baseUrl, db } = parts;
  const { html, name, subject } = TEMPLATE.example;
  return [
    listRoute(OF, {
      description: `Returns templates without their content, newest first, ${PER_PAGE} per page.`,
      query: searchQuery('name', MAX_NAME_CHARACTERS, PER_PAGE),
      perPage: PER_PAGE,
      record: SUMMARY,
      baseUrl,
      async find(accountId, query) {
        const { rows, total } = await findPage(summaries, db, accountId, query);
        return { total, data: rows.map((row) => SUMMARY.present(row, { shown_variables: variablesOf(row) })) };
      },
    }),
    createRoute(OF, {
      description:
        'Creates a template for campaigns and transactional email. Content with errors, such as unknown blocks, invalid merge tags, or scripts, is rejected.',
      problems: ['conflict'],
      bodyLimitBytes: MAX_BODY_BYTES,
      body: TEMPLATE.created,
      example: { name, subject, html },
      run: async ({ accountId }, body) => present(await createTemplate(parts, accountId, body)),
    }),
    readRoute(OF, async (accountId, id) => present(await ownRow(templates, db, accountId, id))),
    updateRoute(OF, {
      description: 'Omitted fields stay unchanged. Campaigns that were started from the template stay unchanged.',
      bodyLimitBytes: MAX_BODY_BYTES,
      body: TEMPLATE.changed,
      example: { name: 'Receipt with thanks' },
      run: async ({ accountId }, id, body) => present(await changeTemplate(parts, accountId, id, body)),
    }),
    deleteRoute(OF, {
      description:
        'Deletes a template. After the deletion, requests to send with the template’s ID are rejected. Campaigns stay unchanged.',
      run: async ({ accountId }, id) => removeTemplate(parts, accountId, id),
    }),
    duplicateRoute(OF, {
      description: 'Creates a template with the content of another template.',
      problems: ['forbidden', 'conflict'],
      answer: { ...TEMPLATE.example, id: 4, name: 'Copy of Receipt' },
      run: async ({ accountId }, id) => present(await duplicateTemplate(parts, accountId, id)),
    }),
  ];
}

function present(row: TemplateRow): PresentedTemplate {
  return TEMPLATE.present(row, {
    shown_html: row.html ?? (row.design === null ? null : htmlOfDesign(row.design)),
    shown_variables: variablesOf(row),
  });
}

function frameRoute(parts: TemplateRouteParts): Route {
  const { db } = parts;
  return route({
    method: 'GET',
    path: '/dashboard/templates/:id/preview',
    summary: 'Get a template preview for an iframe',
    scope: 'dashboard:read',
    query: frameQuery,
    doc: {
      group: 'Dashboard: campaigns',
      description: 'Returns the template as a page. The page shows the names of required variables in place of values.',
      params: { id: { description: 'ID of the template.', example: '3' } },
      answers: [FRAME_ANSWER],
      problems: ['forbidden'],
    },
    async handle({ params, principal: { accountId }, query }) {
      const template = await ownRow(templates, db, accountId, objectIdOf(params['id']));
      return framed(parts, accountId, contentOf(template), query);
    },
  });
}

function sendRoute(parts: TemplateRouteParts): Route {
  return route({
    method: 'POST',
    path: '/transactional/email-templates/:id/send',
    summary: 'Send an email from a template',
    scope: 'transactional:send',
    isForDomainKeys: true,
    bodyLimitBytes: MAX_SEND_BODY_BYTES,
    body: templateSend,
    doc: {
      group: OF.group,
      isAddition: true,
      description:
        'Fills in the variables of a template and sends the result in the same way as `POST /transactional/emails`. Every required variable needs a value. Values for unknown variables are rejected.',
      params: { id: { description: 'ID of the template.', example: '3' } },
      requestExample: {
        from: 'Acme <mail@acme.example>',
        to: ['ann@customer.example'],
        variables: { first_name: 'Ann', 'order.number': 'A-1042' },
      },
      answers: [
        {
          status: 202,
          description: 'The message is stored and will be sent.',
          schema: acceptedSchema,
          example: { id: 'tm_0197f2c3a0b47c1e8d5f6a7b8c9d0e1f', status: 'queued' },
        },
      ],
      problems: ['validation_error', 'not_found'],
    },
    async handle({ body: given, headers, params, principal }) {
      const id = objectIdOf(params['id']);
      const { answer, isReplayed } = await sendTemplate(parts, principal, id, {
        given,
        headerKey: idempotencyKeyOf(headers),
      });
      return { status: 202, body: answer, ...(isReplayed && { headers: { 'Idempotent-Replayed': 'true' } }) };
    },
  });
}
