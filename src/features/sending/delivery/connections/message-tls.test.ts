import { expect, it } from 'vitest';
import { claimOf } from '../../../../../test/support/claims.ts';
import type { SmtpTarget } from '../../../../smtp/connection.ts';
import type { RouteName } from '../routing/router.ts';
import type { Task } from '../sites/site.ts';
import { withMessageTls } from './message-tls.ts';

const PLAIN: SmtpTarget = {
  host: 'mx.x.example',
  address: '192.0.2.1',
  port: 25,
  tls: 'opportunistic',
  verifyTls: false,
  login: undefined,
};
const ENCRYPTED = { tls: 'required', tlsRule: 'message' } as const;
const VERIFIED = { ...ENCRYPTED, verifyTls: true, certificateNames: [PLAIN.host] };
const BY_MTA_STS = { tls: 'required', verifyTls: true, certificateNames: [PLAIN.host], tlsRule: 'mta-sts' } as const;
const BY_DANE = { tls: 'required', dane: [], certificateNames: [PLAIN.host], tlsRule: 'dane' } as const;

function taskOf(target: SmtpTarget, name: RouteName): Task {
  const limits = { maxConnections: 1, initialConnections: 1, maxMailsPerConnection: 1, unreachableMs: [1, 1] } as const;
  const place = { kind: 'site', site: 'x', provider: 'x', isOwned: true, routeIndex: 0, hasFallback: false } as const;
  return { claim: claimOf({}), route: { ...place, name, limits, targets: [target] } };
}

it.each([
  ['nothing to a message without a requirement', undefined, 'direct', {}, {}],
  ['TLS to an optional connection', 'encrypted', 'direct', {}, ENCRYPTED],
  ['a valid certificate to an optional connection', 'verified', 'direct', {}, VERIFIED],
  ['TLS to a server on which TLS failed recently', 'encrypted', 'direct', { tls: 'never' }, ENCRYPTED],
  ['a valid certificate to required TLS', 'verified', 'direct', { tls: 'required' }, VERIFIED],
  ['nothing to an enforced MTA-STS policy', 'encrypted', 'direct', BY_MTA_STS, BY_MTA_STS],
  ['nothing to DANE', 'verified', 'direct', BY_DANE, BY_DANE],
  ['TLS to a relay, whose certificate the operator decides', 'verified', 'relay', {}, ENCRYPTED],
  ['nothing to a relay with TLS from the first byte', 'encrypted', 'relay', { tls: 'implicit' }, { tls: 'implicit' }],
  ['nothing to the local inbox', 'verified', 'inbox', { tls: 'never' }, { tls: 'never' }],
] as const)('adds %s', (_, required, name, given, expected) => {
  const task = withMessageTls(taskOf({ ...PLAIN, ...given }, name), required);
  expect(task.route.targets).toEqual([{ ...PLAIN, ...expected }]);
});
