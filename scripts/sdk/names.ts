import { partOf, type DocumentOperation } from './document.ts';

/** Name of an operation in the client: `client.<group>.<method>`. */
export interface OperationName {
  readonly group: string;
  readonly method: string;
}

/** Path prefixes that are left out of names. */
const PREFIXES = /^(?:transactional|api|v\d+)$/;

/**
 * Names of operations for which the naming rule gives a bad result, keyed by HTTP method and path. All other operations
 * follow the rule.
 */
export const EXCEPTIONS: Readonly<Record<string, OperationName>> = {
  'POST /transactional/emails': { group: 'emails', method: 'send' },
  'POST /transactional/emails/batch': { group: 'emails', method: 'sendBatch' },
  'GET /inbox/wait': { group: 'inbox', method: 'wait' },
  'DELETE /inbox': { group: 'inbox', method: 'empty' },
  'GET /contacts': { group: 'contacts', method: 'list' },
  'GET /lists/{list_id}/contacts': { group: 'lists', method: 'listContacts' },
  'GET /double-opt-in': { group: 'doubleOptIn', method: 'get' },
  'GET /campaign-settings': { group: 'campaignSettings', method: 'get' },
  'PATCH /campaign-settings': { group: 'campaignSettings', method: 'update' },
  'GET /campaign-settings/drafts': { group: 'campaignSettings', method: 'countDrafts' },
  'POST /campaign-settings/drafts': { group: 'campaignSettings', method: 'applyToDrafts' },
  'POST /images/copies': { group: 'images', method: 'copy' },
  'PATCH /unsubscribe': { group: 'contacts', method: 'unsubscribe' },
  'GET /contacts/{contact_id}/tags': { group: 'contacts', method: 'listTags' },
  'POST /contacts/{contact_id}/tags/{tag_id}': { group: 'contacts', method: 'addTag' },
  'DELETE /contacts/{contact_id}/tags/{tag_id}': { group: 'contacts', method: 'removeTag' },
  'POST /lists/{list_id}/contacts': { group: 'lists', method: 'addContact' },
  'DELETE /lists/{list_id}/contacts/{contact_id}': { group: 'lists', method: 'removeContact' },
  'GET /contacts/export': { group: 'contacts', method: 'export' },
  'POST /contacts/imports': { group: 'contactImports', method: 'create' },
  'GET /contacts/imports': { group: 'contactImports', method: 'list' },
  'GET /contacts/imports/{id}': { group: 'contactImports', method: 'get' },
  'GET /contacts/imports/{id}/preview': { group: 'contactImports', method: 'preview' },
  'POST /contacts/imports/{id}/start': { group: 'contactImports', method: 'start' },
  'POST /contacts/imports/{id}/cancel': { group: 'contactImports', method: 'cancel' },
  'POST /contacts/imports/{id}/undo': { group: 'contactImports', method: 'undo' },
  'GET /contacts/imports/{id}/rejects': { group: 'contactImports', method: 'getRejects' },
};

/** Reserved names, which are used by the client, its groups, or JavaScript itself. */
const TAKEN = ['constructor', 'prototype', 'then', 'call', 'name', 'length', 'toString', 'valueOf', 'hasOwnProperty'];

/**
 * Returns the names of all operations, keyed by operation ID. The group is the first meaningful path segment, for
 * example `webhook` in `/transactional/webhook/test`. A group belongs to the first tag that uses it, and operations
 * with other tags use a group named after their tag. The method is the verb for the HTTP method followed by the rest of
 * the path (`docs/sdk.md` describes the rule). If an earlier operation already has the name, the method is the
 * operation ID instead.
 */
export function namesOf(operations: readonly DocumentOperation[]): ReadonlyMap<string, OperationName> {
  const owners = new Map<string, string>();
  const taken = new Set<string>();
  const names = new Map<string, OperationName>();
  const paths = operations.map(({ path }) => path);
  for (const operation of operations) {
    const wanted = EXCEPTIONS[`${operation.method} ${operation.path}`] ?? ruled(operation, paths, owners);
    const isFree = !taken.has(`${wanted.group}.${wanted.method}`);
    const name = isFree ? wanted : { group: wanted.group, method: identifier(operation.id) };
    taken.add(`${name.group}.${name.method}`);
    names.set(operation.id, name);
  }
  return names;
}

function ruled(operation: DocumentOperation, paths: readonly string[], owners: Map<string, string>): OperationName {
  const segments = segmentsOf(operation.path);
  const [first = 'root', ...rest] = segments.filter((segment) => !isParameter(segment));
  const home = identifier(first);
  if (!owners.has(home)) owners.set(home, operation.tag);
  if (owners.get(home) === operation.tag) {
    return { group: home, method: identifier(verbOf(operation, { nouns: rest, segments, paths })) };
  }
  const group = identifier(operation.tag || 'other');
  if (!owners.has(group)) owners.set(group, operation.tag);
  return { group, method: identifier(verbOf(operation, { nouns: [first, ...rest], segments, paths })) };
}

interface Whereabouts {
  /** Meaningful path segments, without the segment that names the group. */
  readonly nouns: readonly string[];
  readonly segments: readonly string[];
  readonly paths: readonly string[];
}

function verbOf(operation: DocumentOperation, { nouns, segments, paths }: Whereabouts): string {
  const isOne = isParameter(segments.at(-1) ?? '');
  const noun = wordsOf(nouns, isOne);
  switch (operation.method) {
    case 'GET':
      return `${!isOne && isList(operation) ? 'list' : 'get'} ${noun}`;
    case 'HEAD':
      return `head ${noun}`;
    case 'PUT':
      return `replace ${noun}`;
    case 'PATCH':
      return `update ${noun}`;
    case 'DELETE':
      return `delete ${noun}`;
    default:
      return postVerbOf(operation, { nouns, segments, paths });
  }
}

/**
 * Returns the verb for a POST operation: `create` for a collection, or otherwise the last path segment, which names the
 * action.
 */
function postVerbOf({ path, method }: DocumentOperation, { nouns, segments, paths }: Whereabouts): string {
  const isCollection = paths.some((other) => other.startsWith(`${path}/{`));
  const last = segments.at(-1) ?? '';
  if (isCollection || nouns.length === 0 || isParameter(last)) {
    return `${method === 'POST' ? 'create' : method.toLowerCase()} ${wordsOf(nouns, true)}`;
  }
  const before = segments.at(-2) ?? '';
  return isParameter(before)
    ? `${last} ${wordsOf(nouns.slice(0, -1), true)}`
    : wordsOf([...nouns.slice(0, -1), last], false);
}

/**
 * Returns whether the response is an array, an unnamed object with `data`, or a named object with `data` and either
 * `has_more` or `next`.
 */
function isList({ answers }: DocumentOperation): boolean {
  const [answer] = answers;
  if (!answer) return false;
  if (answer.shape['type'] === 'array') return true;
  const properties = partOf(answer.shape['properties']);
  const isInline = answer.shape === answer.contents.get('application/json');
  return 'data' in properties && (isInline || 'has_more' in properties || 'next' in properties);
}

function wordsOf(nouns: readonly string[], isOne: boolean): string {
  return [...nouns.slice(0, -1).map(singular), ...nouns.slice(-1).map((noun) => (isOne ? singular(noun) : noun))].join(
    ' ',
  );
}

/** Returns the singular of a plural used in paths. */
export function singular(word: string): string {
  if (/(?:ss|us|is)$/.test(word)) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return /(?:ss|sh|ch|x)es$/.test(word) ? word.slice(0, -2) : word.replace(/s$/, '');
}

function segmentsOf(path: string): string[] {
  const segments = path.split('/').filter((segment) => segment !== '');
  const named = segments.findIndex((segment) => !PREFIXES.test(segment));
  return named < 0 ? segments : segments.slice(named);
}

function isParameter(segment: string): boolean {
  return segment.includes('{');
}

/** Converts words to a camel-case identifier that is valid in JavaScript. */
export function identifier(text: string): string {
  const words = text.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  const [first = 'unnamed', ...others] = words;
  const name = [first[0]?.toLowerCase() + first.slice(1), ...others.map(capitalised)].join('');
  if (/^\d/.test(name)) return `of${name}`;
  return TAKEN.includes(name) ? `${name}Operation` : name;
}

/** Converts words to the name of a type. */
export function typeName(text: string): string {
  return capitalised(identifier(text));
}

function capitalised(word: string): string {
  return `${word[0]?.toUpperCase() ?? ''}${word.slice(1)}`;
}
