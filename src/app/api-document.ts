import { documentationRoutes, readDocuments } from '../features/administration/documentation/index.ts';
import { openApiDocument, openApiYaml, type DocumentParts } from '../http/openapi/document.ts';
import { route, type Route } from '../http/route.ts';
import { packageVersion } from '../base/package-version.ts';

/** What each group of routes is about; a group without a line here is a warning of the linter. */
const GROUPS: Readonly<Record<string, string>> = {
  Emails: 'Send e-mails one by one or in batches, and see what became of them.',
  Usage: 'What the account has used of its plan.',
  Tags: 'Kinds of e-mail: statistics and tracking switches of each.',
  Alerts: 'Be told when a tag bounces, is complained about, fails or falls silent.',
  Suppressions: 'Addresses to which the account does not send.',
  Webhooks: 'Be told what becomes of e-mails as it happens.',
  'Dashboard: sign-in': 'Sign in to the dashboard, by password, second factor or passkey, and what links in mails do.',
  'Dashboard: own person':
    'What people change about themselves: name, address, password, second factor, passkeys, sessions.',
  'Dashboard: team': 'Who belongs to the account, with which role, and who is invited.',
  'Dashboard: keys': 'API keys of the account, as the dashboard makes and ends them.',
  'Dashboard: surfaces': 'Which other vendors’ clients may speak to the account.',
  'Dashboard: webhooks': 'The time line of what the webhook was told.',
  'Dashboard: suppressions': 'What people do with the suppression list beyond what keys may.',
  'Dashboard: inbox': 'The local inbox as its pages show it.',
  'Dashboard: account': 'Settings, usage, status and audit log of the account.',
  'Dashboard: campaigns': 'What an account sets for its campaigns, and what holds them back.',
  Campaigns: 'Mail to an audience, from draft to the last click, and what all of it shares.',
  Forms: 'Forms at which people sign up: on a page of ours, and on pages of any site.',
  Automations: 'Mails that contacts get one after another, from what made them enter.',
  'Double opt-in': 'What those who sign up are asked before campaigns go to them.',
  'Dashboard: messages': 'The account at a glance, what is known of a message, and what changes while one looks.',
  'Dashboard: operator': 'Accounts, plans, queues and the installation, for its operator.',
  User: 'Whose token it is, and what the account may have. The first of the account API.',
  Privacy: 'What contacts agreed to, all that is known of a person, and erasing it.',
  'Sender domains': 'Domains that the account sends from, their DNS records, and looking for them.',
  'Landing pages': 'Pages at which people sign up by a form, for everybody once they are published.',
  Images: 'Pictures that an account keeps here, for its mails and pages.',
  Contacts: 'Whom newsletters go to, one at a time and in batches.',
  Lists: 'Lists of contacts, and who is in them.',
  'Contact segments': 'Filters over contacts that are kept under a name: an addition of this installation.',
  'Contact tags': 'Tags of contacts, and who has them.',
  'Contact imports': 'Contacts from CSV files: shown first, started with what their columns are, undone for some days.',
  'Contact exports': 'The contacts of a filter as a file.',
  'Custom fields': 'Fields that the account gives its contacts.',
  'Dashboard: access tokens': 'Tokens with which people use the account API from programs.',
  'Dashboard: OAuth clients': 'Programs of the account that people give tokens to.',
  'Dashboard: connected applications': 'What people allowed such programs, and its end.',
  'Dashboard: sender domains': 'Records and keys of a sender domain, as its page shows them.',
  'Local inbox': 'Mail that this server keeps instead of sending it out, for development and tests.',
};

/** The version label of the interface, which is that of the API that clients were written for; the program has its own. */
const API_VERSION = '1.4.0';

/** The OpenAPI document of the routes, as `GET /openapi.yaml` answers it and as openapi.yaml holds it. */
export function apiDocument(routes: readonly Route[]): string {
  return openApiYaml(partsOf(routes));
}

/** `GET /openapi.yaml` for the routes given, and the documentation under /docs with a reference of the same routes. */
export function documentationOf(routes: readonly Route[]): Route[] {
  return [apiDocumentRoute(routes), ...documentationRoutes(readDocuments(), () => openApiDocument(partsOf(routes)))];
}

function partsOf(routes: readonly Route[]): DocumentParts {
  return { routes, groups: GROUPS, version: API_VERSION, program: packageVersion() };
}

/**
 * `GET /openapi.yaml`, for the routes given; written once, when somebody asks first: writing it takes a processor longer than
 * all else that a server does before it listens.
 */
function apiDocumentRoute(routes: readonly Route[]): Route {
  let body: string | undefined;
  return route({
    method: 'GET',
    path: '/openapi.yaml',
    summary: 'This API as an OpenAPI document',
    scope: undefined,
    handle: () =>
      Promise.resolve({
        status: 200,
        body: (body ??= apiDocument(routes)),
        headers: { 'content-type': 'application/yaml; charset=utf-8', 'cache-control': 'public, max-age=300' },
      }),
  });
}
