import { Compile } from 'typebox/schema';
import { apiDocument } from '../../../src/app/api-document.ts';
import { openApiPath } from '../../../src/http/openapi/operation.ts';
import type { Route } from '../../../src/http/route.ts';

/** A response that the fuzzer received. */
export interface Answer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

/** Describes the problem with a response of a route. Returns undefined if the response matches the API document. */
export type Judge = (route: Route, method: string, answer: Answer) => string | undefined;

type Part = Readonly<Record<string, unknown>>;
interface Check {
  readonly Check: (value: unknown) => boolean;
  readonly Errors: (value: unknown) => unknown;
}

/**
 * Statuses of requests that are rejected before a route is selected: for example because of invalid HTTP, an invalid
 * URL, or a body that is too large.
 */
const BEFORE_ROUTES = new Set([400, 405, 408, 413, 414, 415, 431]);
const MAX_SHOWN_CHARACTERS = 600;

/**
 * Creates a function that checks responses against the API document of these routes. Schemas are compiled on first use.
 */
export function createJudge(routes: readonly Route[]): Judge {
  // Safe cast: the API document is an object with these members.
  const document = apiDocument(routes) as { paths: Record<string, Part>; components: Part };
  const compiled = new Map<string, Check | undefined>();

  function checkOf(route: Route, method: string, { status, type }: Answer): Check | undefined | 'undeclared' {
    const operation = part(part(document.paths[openApiPath(route.path)])[method.toLowerCase()]);
    const response = part(part(operation['responses'])[String(status)]);
    if (Object.keys(response).length === 0) return 'undeclared';
    const name = `${method} ${route.path} ${status} ${type}`;
    if (!compiled.has(name)) compiled.set(name, compile(resolved(response), type));
    return compiled.get(name);
  }

  function resolved(response: Part): Part {
    const reference = response['$ref'];
    if (typeof reference !== 'string') return response;
    return part(part(document.components['responses'])[reference.slice(reference.lastIndexOf('/') + 1)]);
  }

  function compile(response: Part, type: string): Check | undefined {
    const schema = part(part(response['content'])[type])['schema'];
    return schema === undefined ? undefined : Compile({ ...part(schema), components: document.components });
  }

  /**
   * Returns whether a status is allowed although the route does not declare it. Invalid JSON, URLs, and text result in
   * a 422 even if the route validates nothing else.
   */
  function isBeforeRoutes({ bodySchema, querySchema, upload }: Route, status: number): boolean {
    return BEFORE_ROUTES.has(status) || (status === 422 && !bodySchema && !querySchema && !upload);
  }

  /** Returns whether the body has the error format of a route. Internal errors have the same format. */
  function isError(route: Route, body: unknown): boolean {
    const check = checkOf(route, route.method, { status: 500, type: 'application/json', text: '' });
    return typeof check === 'object' && check.Check(body);
  }

  return (route, method, answer) => {
    const { status, text, type } = answer;
    if (status >= 500) return `answered ${status}: ${shown(text)}`;
    if (type !== 'application/json' || text === '' || !route.doc) return undefined;
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {
      return `answered ${status} with what is no JSON: ${shown(text)}`;
    }
    const check = checkOf(route, method, answer);
    if (check === 'undeclared') {
      return isBeforeRoutes(route, status) && isError(route, body)
        ? undefined
        : `answered ${status}, which is not in the document: ${shown(text)}`;
    }
    if (!check) return `answered ${status} as ${type}, which is not in the document`;
    if (check.Check(body) || (isBeforeRoutes(route, status) && isError(route, body))) return undefined;
    return `answered ${status} with what its schema does not allow: ${shown(JSON.stringify(check.Errors(body)))} in ${shown(text)}`;
  };
}

function part(value: unknown): Part {
  return Object(value) as Part;
}

function shown(text: string): string {
  return text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS)}…` : text;
}
