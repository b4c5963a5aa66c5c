import { ACCOUNT_READ_SCOPES, ACCOUNT_SCOPE } from '../../../../http/account/scopes.ts';
import type { Principal } from '../../../../http/principal.ts';
import { route, type Route } from '../../../../http/route.ts';
import { faultAt, listOf, objectOf, textOf, type Given } from '../../fields/index.ts';
import { templateText } from './merge-tags.ts';
import { bodyOf } from './native.ts';
import { besideCursor, listed, nativeId, noSuch, readCursor, shownObjectId, type NativePage } from './objects.ts';
import { TEMPLATE } from './operations.ts';
import { anyBody, anyQuery, MAX_CONTENT_BYTES, type AccountParts } from './parts.ts';

/** A template without its content, as shown by Postrider's own API. */
interface TemplateSummary {
  readonly id: number;
  readonly name: string;
  readonly alias: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

interface Template extends TemplateSummary {
  readonly subject: string;
  readonly html: string | null;
  readonly text: string | null;
  readonly variables: readonly { readonly name: string }[];
}

/** Returns the routes for templates. A template is published as soon as it is saved. */
export function templateRoutes(parts: AccountParts, base: string): Route[] {
  const { native } = parts;
  const path = `${base}/templates`;
  return [
    route({
      method: 'POST',
      path,
      summary: 'Create a template',
      scope: ACCOUNT_SCOPE,
      bodyLimitBytes: MAX_CONTENT_BYTES,
      body: anyBody,
      async handle(request) {
        const body = { name: '', ...fieldsIn(request.body) };
        const { id } = await bodyOf<Template>(native, request, 'POST /email-templates', { body });
        return answer(201, shownObjectId('template', id));
      },
    }),
    route({
      method: 'GET',
      path,
      summary: 'List templates',
      scope: ACCOUNT_READ_SCOPES,
      query: anyQuery,
      async handle(request) {
        const cursor = readCursor('template', request.query);
        const rows = await besideCursor(cursor, (query) =>
          bodyOf<NativePage<TemplateSummary>>(native, request, 'GET /email-templates', { query: { ...query } }),
        );
        return { status: 200, body: listed(rows, cursor, presentSummary) };
      },
    }),
    ...objectRoutes(parts, `${path}/:template`),
  ];
}

interface Named {
  readonly params: Readonly<Record<string, string>>;
  readonly principal: Principal;
}

/** Returns the ID of the template that the path names by its ID or its alias. Throws not_found. */
async function paramsOf(
  { templateOfAlias }: AccountParts,
  { params, principal }: Named,
): Promise<{ readonly id: string }> {
  const { template: named = '' } = params;
  const id = nativeId('template', named) ?? (await templateOfAlias(principal.accountId, named));
  if (id === undefined) throw noSuch('template');
  return { id: String(id) };
}

function objectRoutes(parts: AccountParts, path: string): Route[] {
  const { native } = parts;
  return [
    route({
      method: 'GET',
      path,
      summary: 'Retrieve a template',
      scope: ACCOUNT_READ_SCOPES,
      async handle(request) {
        const params = await paramsOf(parts, request);
        const found = await bodyOf<Template>(native, request, 'GET /email-templates/:id', { params });
        return { status: 200, body: { object: 'template', ...presentTemplate(found) } };
      },
    }),
    route({
      method: 'PATCH',
      path,
      summary: 'Update a template',
      scope: ACCOUNT_SCOPE,
      bodyLimitBytes: MAX_CONTENT_BYTES,
      body: anyBody,
      async handle(request) {
        const [params, body] = [await paramsOf(parts, request), fieldsIn(request.body)];
        await bodyOf(native, request, 'PATCH /email-templates/:id', { params, body });
        return answer(200, shownObjectId('template', Number(params.id)));
      },
    }),
    route({
      method: 'DELETE',
      path,
      summary: 'Delete a template',
      scope: ACCOUNT_SCOPE,
      async handle(request) {
        const params = await paramsOf(parts, request);
        await bodyOf(native, request, 'DELETE /email-templates/:id', { params });
        const id = shownObjectId('template', Number(params.id));
        return { status: 200, body: { object: 'template', id, deleted: true } };
      },
    }),
    ...publishingRoutes(parts, path),
  ];
}

function publishingRoutes(parts: AccountParts, path: string): Route[] {
  const { native } = parts;
  return [
    route({
      method: 'POST',
      path: `${path}/publish`,
      summary: 'Publish a template',
      scope: ACCOUNT_SCOPE,
      async handle(request) {
        const params = await paramsOf(parts, request);
        await bodyOf(native, request, 'GET /email-templates/:id', { params });
        return answer(200, shownObjectId('template', Number(params.id)));
      },
    }),
    route({
      method: 'POST',
      path: `${path}/duplicate`,
      summary: 'Duplicate a template',
      scope: ACCOUNT_SCOPE,
      async handle(request) {
        const params = await paramsOf(parts, request);
        const { id } = await bodyOf<Template>(native, request, 'POST /email-templates/:id/duplicate', { params });
        return answer(201, shownObjectId('template', id));
      },
    }),
  ];
}

function answer(status: number, id: string | undefined) {
  return { status, body: { object: 'template', id } };
}

/** Returns the given fields under the names of Postrider's own API. Throws validation_error. */
function fieldsIn(body: unknown): Readonly<Record<string, unknown>> {
  const given = objectOf(body, '', TEMPLATE.objects['']) ?? { at: '', values: {} };
  const fallbacks = fallbacksIn(given);
  const texts = (['subject', 'html', 'text'] as const).flatMap((name): [string, string][] => {
    const text = textOf(given, name);
    return text === undefined ? [] : [[name, templateText(text, name, fallbacks)]];
  });
  if (texts.length === 0 && Object.keys(fallbacks).length > 0) {
    throw faultAt('variables', 'require `html`, because the fallback values are stored in the content.');
  }
  const named = (['name', 'alias'] as const).flatMap((field): [string, string][] => {
    const text = textOf(given, field);
    return text === undefined ? [] : [[field, text]];
  });
  return Object.fromEntries([...named, ...texts]);
}

function fallbacksIn(given: Given): Record<string, string> {
  return Object.fromEntries(
    listOf(given, 'variables').flatMap((each, index): [string, string][] => {
      const at = `variables.${index}`;
      const variable = objectOf(each, at, TEMPLATE.objects.variables);
      const fallback = variable?.values['fallback_value'];
      if (fallback === undefined || fallback === null || fallback === '') return [];
      if (typeof fallback !== 'string' && typeof fallback !== 'number') {
        throw faultAt(`${at}.fallback_value`, 'must be a string or a number.');
      }
      return [[textOf(variable, 'key') ?? '', String(fallback)]];
    }),
  );
}

function presentSummary({ alias, created_at, id, name, updated_at }: TemplateSummary) {
  return {
    id: shownObjectId('template', id),
    name,
    alias,
    status: 'published',
    published_at: updated_at,
    created_at,
    updated_at,
  };
}

function presentTemplate(template: Template): object {
  const { created_at, updated_at } = template;
  return {
    ...presentSummary(template),
    from: null,
    reply_to: null,
    subject: template.subject || null,
    html: template.html ?? '',
    text: template.text,
    variables: template.variables.map(({ name }) => ({
      key: name,
      type: 'string',
      fallback_value: null,
      created_at,
      updated_at,
    })),
    has_unpublished_versions: false,
    current_version_id: shownObjectId('template', template.id),
  };
}
