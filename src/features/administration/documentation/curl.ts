import type { Parameter, Placed, Schema } from './operations.ts';

/** The address that stands for the reader's installation, as in all documents. */
const BASE_URL = 'https://mail.example.com';

/** A call of an operation that its schema takes: values are the examples of the document. */
export interface Call {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** In its order, names as they are written. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: string;
}

/** A call with what an operation demands, and with the body that its document shows. Pure. */
export function callOf({ method, operation, path }: Placed): Call {
  const { parameters = [], requestBody } = operation;
  const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const known = parameters.find((each) => each.in === 'path' && each.name === name);
    return encodeURIComponent(String(known ? valueOf(known) : name));
  });
  const query = parameters.filter((each) => each.in === 'query' && each.required === true);
  const search = new URLSearchParams(
    query.map((each): [string, string] => [each.name, String(valueOf(each))]),
  ).toString();
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const example = media?.example;
  const isSent = type !== undefined && example !== undefined;
  const body = typeof example === 'string' ? example : JSON.stringify(example);
  return {
    method,
    target: search === '' ? target : `${target}?${search}`,
    headers: [...credentialOf(operation), ...(isSent ? [['Content-Type', type] as const] : [])],
    ...(isSent && { body }),
  };
}

/** The call as a command of a shell. Pure. */
export function curlOf(call: Call): string {
  const { body, headers, method, target } = call;
  const usual = body === undefined ? 'GET' : 'POST';
  return [
    `curl ${quoted(BASE_URL + target)}`,
    ...(method === usual ? [] : [`-X ${method}`]),
    ...headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data-binary ${quoted(body)}`]),
  ].join(' \\\n  ');
}

function credentialOf({ security = [] }: Placed['operation']): (readonly [string, string])[] {
  const scopes = security.flatMap(({ apiKey }) => apiKey ?? []);
  if (scopes.some((scope) => scope.startsWith('transactional:'))) return [['Authorization', 'Bearer pr_...']];
  if (scopes.length > 0) return [['Authorization', 'Bearer pt_...']];
  return security.some((each) => 'session' in each) ? [['Cookie', 'postrider_session=...']] : [];
}

function valueOf({ description = '', example, name, schema }: Parameter): unknown {
  if (example !== undefined) return example;
  // Times come as text, and a span has two of them.
  if (/date-time/.test(description)) return name.endsWith('before') ? A_DAY_LATER : A_TIME;
  return valueFor(schema ?? {});
}

const A_TIME = '2026-11-22T08:20:00.000Z';
const A_DAY_LATER = '2026-11-23T08:20:00.000Z';

const OF_FORMATS: Readonly<Record<string, unknown>> = {
  'date-time': A_TIME,
  date: '2026-11-22',
  email: 'ann@example.org',
};

function valueFor(schema: Schema): unknown {
  const [known] = [schema.enum ?? [], schema.const ?? [], schema.default ?? []].flat();
  if (known !== undefined) return known;
  const types = [schema.type ?? 'string'].flat();
  if (types.includes('integer')) return schema['minimum'] ?? 1;
  return types.includes('boolean') ? true : (OF_FORMATS[schema.format ?? ''] ?? 'text');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
