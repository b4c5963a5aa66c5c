import { Type, type TSchema } from 'typebox';
import { objectIdOf } from '../account/object-id.ts';
import { messageAnswer, pageAnswer } from '../account/page-docs.ts';
import { DEFAULT_PER_PAGE, page, type PageQuery } from '../account/page.ts';
import { ACCOUNT_READ_SCOPES, ACCOUNT_SCOPE } from '../account/scopes.ts';
import type { Parser } from '../parser.ts';
import type { Principal } from '../principal.ts';
import type { AnswerDoc, RouteDoc } from '../route-doc.ts';
import { route, type Route } from '../route.ts';

/** Properties that all routes of a resource share. */
interface Resourceful {
  readonly path: string;
  /** Section of the API document. */
  readonly group: string;
  readonly isAddition?: true;
  /** Noun for the object in messages, in singular and plural, such as `form` and `forms`. */
  readonly one: string;
  readonly many: string;
  /** Schema and example of one object in responses. */
  readonly answer: { readonly schema: TSchema; readonly example: { readonly id: number } };
}

/** Parts of the documentation of one route. */
type Said = Pick<RouteDoc, 'description' | 'problems'>;

interface Listing<Query> extends Said {
  readonly summary?: string;
  readonly query: Parser<Query>;
  readonly perPage?: number;
  /** Schema and example of one object in listings, if they differ. */
  readonly record?: { readonly schema: TSchema; readonly example: object };
  readonly baseUrl: () => string;
  readonly find: (
    accountId: number,
    query: Query,
  ) => Promise<{ readonly total: number; readonly data: readonly object[] }>;
}

interface Creation<Body> extends Said {
  readonly summary?: string;
  readonly bodyLimitBytes?: number;
  readonly body: Parser<Body>;
  readonly example: object;
  /** Example response, if it differs from the resource's example. */
  readonly answer?: object;
  /** Default: 201. */
  readonly status?: number;
  readonly run: (principal: Principal, body: Body) => Promise<object>;
}

interface Change<Body> extends Said {
  readonly summary?: string;
  readonly bodyLimitBytes?: number;
  readonly body: Parser<Body>;
  readonly example: object;
  /** Example response, if it differs from the resource's example. */
  readonly answer?: object;
  readonly run: (principal: Principal, id: number, body: Body) => Promise<object>;
}

/** An object that uses another object and therefore prevents the deletion of that object. */
export interface Usage {
  /** Kind of the object, for example `landing_page`. */
  readonly type: string;
  readonly id: number;
  readonly title: string;
}

interface Removal extends Said {
  readonly summary?: string;
  readonly message?: string;
  /** Deletes the object. If other objects use it, deletes nothing and resolves with them. */
  readonly run: (principal: Principal, id: number) => Promise<readonly Usage[] | void>;
  /** Example of an object that prevents the deletion. */
  readonly usage?: Usage;
}

/** Returns the route that lists a resource's objects. */
export function listRoute<Query extends PageQuery & { readonly text?: string | undefined }>(
  of: Resourceful,
  { baseUrl, find, perPage = DEFAULT_PER_PAGE, query, record = of.answer, summary, ...said }: Listing<Query>,
): Route {
  const { many, path } = of;
  return route({
    method: 'GET',
    path,
    summary: summary ?? `List ${many}`,
    scope: ACCOUNT_READ_SCOPES,
    query,
    doc: {
      ...docOf(of, said),
      answers: [pageAnswer(`A page of ${many}.`, record.schema, record.example, { path, perPage })],
    },
    async handle({ principal, query: request }) {
      const { data, total } = await find(principal.accountId, request);
      const url = `${baseUrl()}${path}`;
      const parameters = { query: request.text };
      return { status: 200, body: page({ data, total, request, url, defaultPerPage: perPage, parameters }) };
    },
  });
}

export function createRoute<Body>(
  of: Resourceful,
  { answer, body, bodyLimitBytes, example, run, status = 201, summary = `Create ${aOf(of)}`, ...said }: Creation<Body>,
): Route {
  return route({
    method: 'POST',
    path: of.path,
    summary,
    scope: ACCOUNT_SCOPE,
    ...(bodyLimitBytes !== undefined && { bodyLimitBytes }),
    body,
    doc: { ...docOf(of, said), requestExample: example, answers: [answerOf(of, status, answer)] },
    handle: async ({ principal, body: given }) => ({ status, body: await run(principal, given) }),
  });
}

export function readRoute(of: Resourceful, run: (accountId: number, id: number) => Promise<object>): Route {
  return route({
    method: 'GET',
    path: `${of.path}/:id`,
    summary: `Get ${aOf(of)}`,
    scope: ACCOUNT_READ_SCOPES,
    doc: { ...docOfOne(of), answers: [answerOf(of, 200)] },
    handle: async ({ params, principal }) => ({
      status: 200,
      body: await run(principal.accountId, objectIdOf(params['id'])),
    }),
  });
}

export function updateRoute<Body>(
  of: Resourceful,
  { answer, body, bodyLimitBytes, example, run, summary = `Update ${aOf(of)}`, ...said }: Change<Body>,
): Route {
  return route({
    method: 'PATCH',
    path: `${of.path}/:id`,
    summary,
    scope: ACCOUNT_SCOPE,
    ...(bodyLimitBytes !== undefined && { bodyLimitBytes }),
    body,
    doc: { ...docOfOne(of, said), requestExample: example, answers: [answerOf(of, 200, answer)] },
    handle: async ({ body: given, params, principal }) => ({
      status: 200,
      body: await run(principal, objectIdOf(params['id']), given),
    }),
  });
}

interface Duplication extends Said {
  /** Example response, if it differs from the response of the route that gets one object. */
  readonly answer?: object;
  readonly run: (principal: Principal, id: number) => Promise<object>;
}

/** Returns the route that creates a copy of an object. */
export function duplicateRoute(of: Resourceful, { answer, run, ...said }: Duplication): Route {
  return route({
    method: 'POST',
    path: `${of.path}/:id/duplicate`,
    summary: `Duplicate ${aOf(of)}`,
    scope: ACCOUNT_SCOPE,
    doc: { ...docOfOne({ ...of, isAddition: true }, said), answers: [answerOf(of, 201, answer)] },
    handle: async ({ params, principal }) => ({ status: 201, body: await run(principal, objectIdOf(params['id'])) }),
  });
}

/** Returns the title of a copy, with at most `most` characters. A copy of a copy does not get a second prefix. */
export function titleOfCopy(title: string, most: number): string {
  return shortTitle(title.startsWith(COPY_PREFIX) ? title : `${COPY_PREFIX}${title}`, most);
}

const COPY_PREFIX = 'Copy of ';

/** Truncates a title to `most` characters. Does not split surrogate pairs. */
export function shortTitle(title: string, most: number): string {
  return Array.from(title).slice(0, most).join('').trimEnd();
}

/** Returns the route that deletes an object. It returns 409 with the usages if other objects use the object. */
export function deleteRoute(
  of: Resourceful,
  { message = `The ${of.one} was deleted.`, run, summary = `Delete ${aOf(of)}`, usage, ...said }: Removal,
): Route {
  const inUse = (usages: readonly Usage[]) => ({
    message: `The ${of.one} is in use. The \`usages\` field shows where the ${of.one} is used.`,
    usages,
  });
  const conflict = {
    status: 409,
    description: `The ${of.one} is in use and was not deleted.`,
    schema: Type.Object({
      message: Type.String(),
      usages: Type.Array(Type.Object({ type: Type.String(), id: Type.Integer(), title: Type.String() })),
    }),
  };
  const answers = usage ? [{ ...conflict, example: inUse([usage]) }] : [];
  return route({
    method: 'DELETE',
    path: `${of.path}/:id`,
    summary,
    scope: ACCOUNT_SCOPE,
    doc: { ...docOfOne(of, said), answers: [messageAnswer(message), ...answers] },
    async handle({ params, principal }) {
      const usages = (await run(principal, objectIdOf(params['id']))) ?? [];
      return usages.length > 0 ? { status: 409, body: inUse(usages) } : { status: 200, body: { message } };
    },
  });
}

function docOf({ group, isAddition }: Resourceful, said: Said = {}) {
  return { group, ...(isAddition && { isAddition }), ...said };
}

/** Returns the documentation for a route that handles one object. */
export function docOfOne(of: Resourceful, said: Said = {}) {
  const params = { id: { description: `ID of the ${of.one}.`, example: String(of.answer.example.id) } };
  return { ...docOf(of), params, problems: ['forbidden'], ...said } satisfies Partial<RouteDoc>;
}

export function answerOf({ answer, one }: Resourceful, status: number, example: object = answer.example): AnswerDoc {
  return { status, description: `The ${one}.`, schema: answer.schema, example };
}

function aOf({ one }: Resourceful): string {
  return `${/^[aeiou]/.test(one) ? 'an' : 'a'} ${one}`;
}
