import { invalid } from '../../../base/refusal.ts';
import { isAccountScope } from '../../../http/account/scopes.ts';
import { nearestOf, UNKNOWN_FIELDS_HEADER } from '../../../http/known-fields.ts';
import { merge, type Reply, type Route } from '../../../http/route.ts';
import { shown } from '../../../http/shown.ts';
import { isAccountPath } from './paths.ts';

/**
 * Maximum number of unknown fields in a response, and of characters per field in the header. Clients accept only
 * headers of a few kilobytes.
 */
const MAX_WARNINGS = 20;
const MAX_HEADER_CHARACTERS = 64;
/** Maximum number of a request's unknown fields that are checked for misspellings. */
const MAX_COMPARED = 100;

/** A request field that the operation does not define. */
interface UnknownField {
  /** Path without array indexes: `contacts[].tags`. */
  readonly name: string;
  /** Path as in `errors`: `contacts.0.tags`. */
  readonly path: string;
  readonly known: readonly string[];
  /** The known field that the user probably meant, unless the request contains it. */
  readonly meant: string | undefined;
}

/** The JSON Schema keywords that define fields. */
interface Schema {
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

/**
 * Wraps an operation of the account API to report unknown fields. Rejects misspelled fields with validation_error,
 * because the request would not have the intended effect. For compatibility with existing clients, ignores all other
 * unknown fields. Lists them in a header of every response, and in `warnings` of responses that are objects.
 */
export function reportingUnknownFields(route: Route): Route {
  if (!isAccountScope(route.scope) || !isAccountPath(route.path)) return route;
  return {
    ...route,
    async run(request) {
      const unknown = unknownFields(route.takes ?? [], merge(request.query, request.body));
      const misspelt = unknown.filter(({ meant }) => meant !== undefined);
      if (misspelt.length > 0) {
        throw invalid(
          Object.fromEntries(
            misspelt.map(({ meant, path }) => [path, [`is not a known field. Use ${meant} instead.`]]),
          ),
        );
      }
      return withWarnings(await route.run(request), unknown);
    },
  };
}

/** Returns up to MAX_COMPARED request fields that no schema defines, without duplicates. Pure. */
function unknownFields(schemas: readonly Schema[], given: unknown): readonly UnknownField[] {
  const found = new Map<string, UnknownField>();
  collect(schemas, given, { name: '', path: '' }, found);
  return [...found.values()];
}

type Place = Pick<UnknownField, 'name' | 'path'>;
type Found = Map<string, UnknownField>;

function collect(schemas: readonly Schema[], given: unknown, at: Place, found: Found): void {
  const alternatives = schemas.flatMap(({ anyOf, ...schema }) => anyOf ?? [schema]);
  if (isObject(given)) return collectFields(alternatives, given, at, found);
  const items = alternatives.flatMap((schema) => schema.items ?? []);
  if (!Array.isArray(given) || items.length === 0) return;
  for (const [index, item] of given.entries()) {
    collect(items, item, { name: `${at.name}[]`, path: `${at.path}.${index}` }, found);
  }
}

function collectFields(alternatives: readonly Schema[], given: Record<string, unknown>, at: Place, found: Found): void {
  const objects = alternatives.flatMap(({ properties = {} }) =>
    Object.keys(properties).length > 0 ? [properties] : [],
  );
  // A schema without properties allows any field. An operation without a schema allows no fields.
  if (alternatives.length > 0 && objects.length === 0) return;
  const known = [...new Set(objects.flatMap((properties) => Object.keys(properties)))];
  for (const [key, value] of Object.entries(given)) {
    const inside = { name: joined(at.name, key), path: joined(at.path, key) };
    if (known.includes(key)) {
      const schemas = objects.flatMap((properties) => properties[key] ?? []);
      collect(schemas, value, inside, found);
    } else if (!found.has(inside.name) && found.size < MAX_COMPARED) {
      const nearest = nearestOf(key, known);
      const meant = nearest === undefined || Object.hasOwn(given, nearest) ? undefined : nearest;
      found.set(inside.name, { ...inside, known, meant });
    }
  }
}

function withWarnings(reply: Reply, unknown: readonly UnknownField[]): Reply {
  if (unknown.length === 0) return reply;
  const reported = unknown.slice(0, MAX_WARNINGS);
  const names = reported.map(({ name }) => encodeURIComponent(name.slice(0, MAX_HEADER_CHARACTERS).toWellFormed()));
  const headers = { ...reply.headers, [UNKNOWN_FIELDS_HEADER]: names.join(', ') };
  const hasFields = reply.headers?.['content-type'] === undefined && isObject(reply.body);
  if (!hasFields) return { ...reply, headers };
  return { ...reply, headers, body: { ...reply.body, warnings: reported.map(warningOf) } };
}

function warningOf({ known, name }: UnknownField): string {
  const field = `${shown(name)} is not a known field and was ignored.`;
  return known.length === 0 ? field : `${field} Known fields: ${known.join(', ')}.`;
}

function joined(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
