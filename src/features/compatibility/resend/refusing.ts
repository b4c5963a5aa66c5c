import { Refusal } from '../../../base/refusal.ts';
import { ACCOUNT_READ_SCOPES, ACCOUNT_SCOPE } from '../../../http/account/scopes.ts';
import { route, type Route } from '../../../http/route.ts';
import { NO_CLAIMS } from './families.ts';
import { COMPAT_PREFIX } from './paths.ts';

const READ = 'transactional:read';

const NO_RECEIVING = {
  message: 'Postrider does not support receiving emails.',
  fix: 'Set reply_to to a mailbox that your application reads.',
};
const NO_ATTACHMENTS = {
  message: 'The Resend-compatible API does not support attachments.',
  fix: 'Link to the file instead.',
};
const NO_METRICS = {
  message: 'The Resend-compatible API does not report metrics.',
  fix: 'See the statistics in the dashboard under Tags, or call GET /transactional/tags.',
};
const NO_IMPORTS = {
  message: 'The Resend-compatible API does not import files.',
  fix: 'Import contacts in the dashboard under Contacts, or add each contact with POST /contacts.',
};

/**
 * Returns routes that reject requests for unsupported features. Without them, other routes would match the paths and
 * report a missing email or contact.
 */
export function refusingRoutes(base: string): Route[] {
  const received = `${base}/emails/receiving`;
  const attached = `${base}/emails/:id/attachments`;
  return [
    refusing('GET', `${base}/emails/metrics`, READ, NO_METRICS),
    refusing('GET', received, READ, NO_RECEIVING),
    refusing('GET', `${received}/:id`, READ, NO_RECEIVING),
    refusing('GET', `${received}/:id/attachments`, READ, NO_RECEIVING),
    refusing('GET', `${received}/:id/attachments/:file`, READ, NO_RECEIVING),
    refusing('GET', attached, READ, NO_ATTACHMENTS),
    refusing('GET', `${attached}/:file`, READ, NO_ATTACHMENTS),
    ...(base === COMPAT_PREFIX
      ? [
          ...importRoutes(`${base}/contacts/imports`),
          refusing('POST', `${base}/domains/claim`, ACCOUNT_SCOPE, NO_CLAIMS),
        ]
      : []),
  ];
}

function importRoutes(path: string): Route[] {
  return [
    refusing('POST', path, ACCOUNT_SCOPE, NO_IMPORTS),
    refusing('GET', path, ACCOUNT_READ_SCOPES, NO_IMPORTS),
    refusing('GET', `${path}/:id`, ACCOUNT_READ_SCOPES, NO_IMPORTS),
  ];
}

function refusing(
  method: 'GET' | 'POST',
  path: string,
  scope: string | readonly string[],
  details: typeof NO_IMPORTS,
): Route {
  return route({
    method,
    path,
    summary: details.message,
    scope,
    isForDomainKeys: scope === READ,
    // The request is rejected whatever its body contains, so the body is not parsed.
    decoder: () => () => undefined,
    handle: () => Promise.reject(new Refusal('not_found', details)),
  });
}
