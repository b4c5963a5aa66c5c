import { readFileSync } from 'node:fs';
import { openApiYaml } from '../http/openapi/document.ts';
import { route, type Route } from '../http/route.ts';

/** What each group of routes is about; a group without a line here is a warning of the linter. */
const GROUPS: Readonly<Record<string, string>> = {
  Emails: 'Send e-mails one by one or in batches, and see what became of them.',
  Usage: 'What the account has used of its plan.',
  Tags: 'Kinds of e-mail: statistics and tracking switches of each.',
  Alerts: 'Be told when a tag bounces, is complained about, fails or falls silent.',
  Suppressions: 'Addresses to which the account does not send.',
  Webhooks: 'Be told what becomes of e-mails as it happens.',
  'Local inbox': 'Mail that this server keeps instead of sending it out, for development and tests.',
};

/** The OpenAPI document of the routes, as `GET /openapi.yaml` answers it and as openapi.yaml holds it. */
export function apiDocument(routes: readonly Route[]): string {
  return openApiYaml({ routes, groups: GROUPS, version: packageVersion() });
}

/** `GET /openapi.yaml`, for the routes given; written once. */
export function apiDocumentRoute(routes: readonly Route[]): Route {
  const body = apiDocument(routes);
  return route({
    method: 'GET',
    path: '/openapi.yaml',
    summary: 'This API as an OpenAPI document',
    scope: undefined,
    handle: () =>
      Promise.resolve({
        status: 200,
        body,
        headers: { 'content-type': 'application/yaml; charset=utf-8', 'cache-control': 'public, max-age=300' },
      }),
  });
}

/** The version of this program. */
export function packageVersion(): string {
  // Two folders up from src/app as from dist/app.
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  // The package's own file, which npm refuses to install without a version.
  return (JSON.parse(text) as { version: string }).version;
}
