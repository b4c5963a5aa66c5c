import { documentationRoutes } from '../features/administration/documentation/index.ts';
import { openApiDocument, openApiYaml } from '../http/openapi/document.ts';
import type { Json } from '../http/openapi/schemas.ts';
import { route, type Route } from '../http/route.ts';
import { packageVersion } from '../base/package-version.ts';

/** Descriptions of the route groups. The linter warns about groups without one. */
const GROUPS: Readonly<Record<string, string>> = {
  Emails: 'Send emails one at a time or in batches, and track their delivery.',
  Usage: 'Usage and limits of the account’s plan.',
  Tags: 'Labels for transactional email, with statistics and tracking settings per tag.',
  Alerts:
    'Get notified when a tag’s bounces, complaints, or failures increase, or when no more emails with the tag are sent.',
  Suppressions: 'Addresses that the account does not send to.',
  Webhooks: 'Receive events about emails in real time.',
  'Dashboard: sign-in':
    'Sign-in with a password, second factor, or passkey. Includes pages that are opened from links in emails.',
  'Dashboard: profile': 'Personal settings: name, email address, password, second factor, passkeys, and sessions.',
  'Dashboard: team': 'The account’s members, their roles, and invitations.',
  'Dashboard: keys': 'Create and revoke the account’s API keys.',
  'Dashboard: vendor compatibility': 'The vendor-compatible APIs that are enabled for the account.',
  'Dashboard: webhooks': 'Webhook deliveries over time.',
  'Dashboard: suppressions': 'Suppression list actions that API keys cannot perform.',
  'Dashboard: inbox': 'Emails in the local inbox.',
  'Dashboard: account': 'The account’s settings, usage, status, and audit log.',
  'Dashboard: campaigns': 'The account’s campaign settings and safeguards.',
  Campaigns: 'Emails to an audience: drafts, sending, results, and shared settings.',
  Forms: 'Sign-up forms, on a hosted page or embedded in any website.',
  Automations: 'Series of emails that start when a contact meets a condition.',
  'Double opt-in': 'Confirmation of sign-ups before contacts receive campaigns.',
  'Dashboard: messages': 'Account overview, message details, and live updates.',
  'Dashboard: operator': 'Accounts, plans, queues, and the installation, for the operator.',
  User: 'Information about the token’s owner and the account’s features. If you are new to the account API, start here.',
  Privacy: 'Consent records, data export, and erasure for contacts.',
  'Sender domains': 'Domains that the account sends from, their DNS records, and verification.',
  Templates: 'Emails with variables, for campaigns and transactional email.',
  'Landing pages': 'Public pages with a sign-up form.',
  Images: 'Images for emails and pages, hosted by this installation.',
  Contacts: 'People who receive bulk email. Manage contacts one at a time or in batches.',
  Lists: 'Lists and the contacts in them.',
  Events: 'Records of contact activity in your application. An extension specific to Postrider.',
  'Contact segments': 'Saved contact filters. An extension specific to Postrider.',
  'Contact tags': 'Contact tags and the contacts that have them.',
  Topics: 'Email topics that contacts can unsubscribe from on the preferences page.',
  'Contact imports':
    'Import contacts from CSV files: preview the file, map its columns, and start the import. You can undo an import for a few days.',
  'Contact exports': 'Export the contacts that match a filter to a file.',
  'Custom fields': 'Custom fields that the account defines for its contacts.',
  'Dashboard: access tokens': 'Personal access tokens for the account API.',
  'Dashboard: OAuth clients': 'Applications that the account registered and that users can grant access to.',
  'Dashboard: connected applications':
    'Applications that a user has granted access to. The user can revoke the access of each application.',
  'Dashboard: sender domains': 'DNS records and DKIM keys of a sender domain.',
  'Local inbox': 'Emails that this server stores instead of sending, for development and tests.',
};

/** Version of the API, which is independent of Postrider's version. */
const API_VERSION = '1.4.0';

/** Returns the OpenAPI document of the routes, as stored in openapi.yaml. */
export function apiDocument(routes: readonly Route[]): Json {
  return openApiDocument({ routes, groups: GROUPS, version: API_VERSION, program: packageVersion() });
}

/** Returns the routes for the documentation: `GET /openapi.yaml` for the given routes, and the pages under /docs. */
export function documentationOf(routes: readonly Route[]): Route[] {
  return [apiDocumentRoute(routes), ...documentationRoutes()];
}

/** Returns the route `GET /openapi.yaml`. The document is generated on the first request to keep the startup fast. */
function apiDocumentRoute(routes: readonly Route[]): Route {
  let body: string | undefined;
  return route({
    method: 'GET',
    path: '/openapi.yaml',
    summary: 'Get the OpenAPI document',
    scope: undefined,
    handle: () =>
      Promise.resolve({
        status: 200,
        body: (body ??= openApiYaml(apiDocument(routes))),
        headers: { 'content-type': 'application/yaml; charset=utf-8', 'cache-control': 'public, max-age=300' },
      }),
  });
}
