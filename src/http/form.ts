import { Refusal } from '../base/refusal.ts';
import { faultOfText, MAX_DEPTH } from './json.ts';
import { shown } from './shown.ts';

/** Maximum number of parameters in a query string or form. */
export const MAX_PARAMETERS = 10_000;

/** Maximum index in `list[index]`. */
export const MAX_INDEX = 9_999;

/** Names that would access the prototype of a JavaScript object. */
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

/** A list or object that is being built. */
interface Branch {
  readonly isList: boolean;
  readonly entries: Map<string, Node>;
  /** Index of the next value whose name ends in `[]`. */
  next: number;
}

type Node = string | Branch;

/**
 * Decodes `application/x-www-form-urlencoded` text (also a query string) with the bracket syntax of PHP, Rails, and
 * jQuery: `to[]=a&to[]=b`, `to[0]=a`, `headers[X-A]=1`, `emails[0][to][]=a`. A repeated plain name becomes a list.
 * Values stay strings. Indices define only the order, and gaps between them are closed.
 *
 * Throws validation_error for text that cannot be decoded, conflicting or reserved names, and values above a limit.
 */
export function decodeForm(text: string): Record<string, unknown> {
  const root = newBranch(false);
  let count = 0;
  // Do not use `split()`: it would create millions of strings from megabytes of ampersands before any limit applies.
  for (let start = 0; start < text.length;) {
    const next = text.indexOf('&', start);
    const end = next === -1 ? text.length : next;
    if (end > start) {
      count += 1;
      if (count > MAX_PARAMETERS) throw refuse(`The request has more than ${MAX_PARAMETERS} parameters.`);
      insertPair(root, text.slice(start, end));
    }
    start = end + 1;
  }
  return toObject(root);
}

function insertPair(root: Branch, pair: string): void {
  const equals = pair.indexOf('=');
  const name = decodePart(equals === -1 ? pair : pair.slice(0, equals));
  const value = equals === -1 ? '' : decodePart(pair.slice(equals + 1));
  if (name !== '') insert(root, segmentsOf(name), value, name);
}

function decodePart(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  let decoded = spaced;
  if (spaced.includes('%')) {
    try {
      decoded = decodeURIComponent(spaced);
    } catch {
      // A URIError contains no details that could be reported.
      throw refuse(`"${shown(text)}" is not valid percent-encoded UTF-8.`);
    }
  }
  const sentence = faultOfText(decoded);
  if (sentence !== undefined) throw refuse(`A parameter ${sentence}`);
  return decoded;
}

/** Splits `a[b][]` into `a`, `b`, and an empty segment. A name with unbalanced brackets is one segment. */
function segmentsOf(name: string): string[] {
  const open = name.indexOf('[');
  if (open <= 0 || !name.endsWith(']')) return [name];
  const inside = name.slice(open + 1, -1).split('][', MAX_DEPTH + 1);
  if (inside.some((segment) => segment.includes('[') || segment.includes(']'))) return [name];
  if (inside.length > MAX_DEPTH) throw refuse(`A parameter is nested deeper than ${MAX_DEPTH} levels.`);
  return [name.slice(0, open), ...inside];
}

function insert(root: Branch, segments: readonly string[], value: string, name: string): void {
  let branch = root;
  for (const [depth, segment] of segments.entries()) {
    const key = keyIn(branch, segment, name);
    const existing = branch.entries.get(key);
    const following = segments[depth + 1];
    if (following === undefined) {
      branch.entries.set(key, existing === undefined ? value : repeated(existing, value, name));
      return;
    }
    if (typeof existing === 'string') throw refuse(`${shown(name)} is given both with and without brackets.`);
    const child = existing ?? newBranch(following === '' || /^\d+$/.test(following));
    if (!existing) branch.entries.set(key, child);
    branch = child;
  }
}

function keyIn(branch: Branch, segment: string, name: string): string {
  if (FORBIDDEN.has(segment)) throw refuse(`${segment} is reserved and cannot be the name of a parameter.`);
  if (!branch.isList) {
    if (segment === '') throw refuse(`${shown(name)} is given both as a list and as an object.`);
    return segment;
  }
  if (segment !== '' && !/^\d+$/.test(segment))
    throw refuse(`${shown(name)} is given both as a list and as an object.`);
  const index = segment === '' ? branch.next : Number(segment);
  if (index > MAX_INDEX) throw refuse(`${shown(name)} has an index greater than ${MAX_INDEX}.`);
  branch.next = Math.max(branch.next, index + 1);
  return String(index);
}

/** Adds the value of a repeated name to a list. */
function repeated(existing: Node, value: string, name: string): Branch {
  const list = typeof existing === 'string' ? newBranch(true) : existing;
  if (!list.isList) throw refuse(`${shown(name)} is given both with and without brackets.`);
  if (typeof existing === 'string') list.entries.set(keyIn(list, '', name), existing);
  list.entries.set(keyIn(list, '', name), value);
  return list;
}

function newBranch(isList: boolean): Branch {
  return { isList, entries: new Map(), next: 0 };
}

function toValue(node: Node): unknown {
  if (typeof node === 'string') return node;
  if (!node.isList) return toObject(node);
  return [...node.entries].sort(([a], [b]) => Number(a) - Number(b)).map(([, child]) => toValue(child));
}

function toObject(branch: Branch): Record<string, unknown> {
  return Object.fromEntries([...branch.entries].map(([key, child]) => [key, toValue(child)]));
}

function refuse(message: string): Refusal {
  return new Refusal('validation_error', {
    message,
    fix: 'Send the request as JSON, or encode it with a form library.',
  });
}
