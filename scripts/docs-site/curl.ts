import { firstContent, listOf, partOf, type DocumentOperation, type Parameter } from '../sdk/document.ts';

/** Base URL of the reader's installation in all examples. */
const BASE_URL = 'https://mail.example.com';

/** Values for required parameters that have no example in the OpenAPI document. */
const EXAMPLES: Readonly<Record<string, string>> = {
  created_after: '2026-11-22T08:20:00.000Z',
  created_before: '2026-11-23T08:20:00.000Z',
  to: 'ann@example.org',
};

/** An example request for an operation. */
export interface Call {
  readonly method: string;
  /** Path and query of the URL. */
  readonly target: string;
  /** Headers in the order in which they are written, with the original spelling of their names. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: string;
}

/** Returns an example request with all required parameters and the example body. Pure. */
export function callOf({ method, parameters, path, scopes, source }: DocumentOperation): Call {
  const required = parameters.filter((each) => each.required);
  const target = required
    .filter((each) => each.in === 'path')
    .reduce((text, each) => text.replace(`{${each.name}}`, encodeURIComponent(valueOf(each))), path);
  const query = required
    .filter((each) => each.in === 'query')
    .map((each): [string, string] => [each.name, valueOf(each)]);
  const search = new URLSearchParams(query).toString();
  const content = firstContent(partOf(source['requestBody']));
  const example = content?.media['example'];
  const headers = credentialOf(scopes);
  return {
    method,
    target: search === '' ? target : `${target}?${search}`,
    headers: content && example !== undefined ? [...headers, ['Content-Type', content.type]] : headers,
    ...(example !== undefined && { body: typeof example === 'string' ? example : JSON.stringify(example) }),
  };
}

/** Returns the request as a curl command for a shell. Pure. */
export function curlOf({ body, headers, method, target }: Call): string {
  return [
    `curl ${quoted(BASE_URL + target)}`,
    ...(method === (body === undefined ? 'GET' : 'POST') ? [] : [`-X ${method}`]),
    ...headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data-binary ${quoted(body)}`]),
  ].join(' \\\n  ');
}

function credentialOf(scopes: readonly string[]): (readonly [string, string])[] {
  if (scopes.some((scope) => scope.startsWith('transactional:'))) return [['Authorization', 'Bearer pr_...']];
  if (scopes.some((scope) => scope.startsWith('account'))) return [['Authorization', 'Bearer pt_...']];
  return scopes.length > 0 ? [['Cookie', 'postrider_session=...']] : [];
}

function valueOf({ name, schema, example }: Parameter): string {
  const value = example ?? schema['example'] ?? listOf(schema['enum'])[0] ?? EXAMPLES[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : name;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
