import { stringify } from 'yaml';
import type { Route } from '../route.ts';
import { headerComponents, openApiPath, operationOf, type SharedParts } from './operation.ts';
import { problemExamples } from './problem-answers.ts';
import type { Json } from './schemas.ts';
import { securitySchemesOf } from './security.ts';

const DESCRIPTION = `Send email and track its delivery. Requests and responses are JSON.

Authenticate each request with an API key in the \`Authorization: Bearer <API_KEY>\` header. Each operation lists the
scope that the key must have. Error responses are \`Problem\` objects. \`PUT\` has the same effect as
\`PATCH\` and is accepted wherever \`PATCH\` is. \`HEAD\` is accepted wherever \`GET\` is. Requests for resources of
other accounts return \`not_found\`.

The account API is served at the root (\`/me\`, \`/domains\`). The account API accepts personal access tokens and tokens of
OAuth clients. Account API errors are \`AccountProblem\` objects, and requests for resources of other accounts return
\`forbidden\`. Dashboard operations require the session of a signed-in user.`;

interface DocumentParts {
  /** The routes in order of display. Routes without documentation are omitted. */
  readonly routes: readonly Route[];
  /** Descriptions of the route groups, by group name. */
  readonly groups: Readonly<Record<string, string>>;
  /** Version of the API. */
  readonly version: string;
  /** Version of Postrider. */
  readonly program?: string;
}

/**
 * Returns the OpenAPI 3.1 document of the routes. The same routes always yield the same document. Throws if two
 * different schemas have the same `$id`.
 */
export function openApiDocument({ groups, program, routes, version }: DocumentParts): Json {
  const shared: SharedParts = { schemas: new Map(), responses: new Map(), problems: new Set() };
  const paths: Record<string, Json> = {};
  const used = new Set<string>();
  for (const route of routes) {
    if (!route.doc) continue;
    used.add(route.doc.group);
    const operation = operationOf(route, route.doc, shared);
    (paths[openApiPath(route.path)] ??= {})[route.method.toLowerCase()] = operation;
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Postrider',
      version,
      ...(program !== undefined && { 'x-postrider-version': program }),
      description: DESCRIPTION,
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'The server that serves this document.' }],
    security: [{ apiKey: [] }],
    tags: [...used].map((name) => tagOf(name, Object.hasOwn(groups, name) ? groups[name] : undefined)),
    paths,
    components: {
      securitySchemes: securitySchemesOf(routes.flatMap(({ doc, scope }) => (doc ? [scope ?? []].flat() : []))),
      headers: headerComponents,
      schemas: sorted(shared.schemas),
      responses: sorted(shared.responses),
      examples: problemExamples(shared.problems),
    },
  };
}

function tagOf(name: string, description: string | undefined): Json {
  return description === undefined ? { name } : { name, description };
}

/** Returns the document as YAML 1.2. */
export function openApiYaml(document: Json): string {
  // Do not wrap lines or use aliases, so that two versions are easy to compare.
  return stringify(document, { lineWidth: 0, aliasDuplicateObjects: false });
}

function sorted(parts: ReadonlyMap<string, Json>): Record<string, Json> {
  return Object.fromEntries([...parts].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
