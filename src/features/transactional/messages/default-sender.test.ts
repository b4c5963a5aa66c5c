import { expect, it } from 'vitest';
import { nobody } from '../../../http/authorization.ts';
import type { Principal } from '../../../http/principal.ts';
import { defaultSender } from './default-sender.ts';

it.each([
  [[], undefined],
  [[], 'acme.example'],
  [['other.example'], 'acme.example'],
])('returns the sandbox sender for the domains %o and a key for %s', (domains, domain) => {
  expect(defaultSender(domains, keyFor(domain), 'sandbox.example')).toBe('onboarding@sandbox.example');
});

it.each([
  [['acme.example'], undefined, 'at acme.example to send from'],
  [['acme.example', 'other.example'], undefined, 'at acme.example, other.example to send from'],
  [['acme.example', 'other.example'], 'acme.example', 'at acme.example to send from'],
  [Array.from({ length: 11 }, (_, index) => `d${index}.example`), undefined, 'd9.example and others to send from'],
])('requires a choice by the user for the domains %o and a key for %s', (domains, domain, wanted) => {
  expect(() => defaultSender(domains, keyFor(domain), 'sandbox.example')).toThrow(
    expect.objectContaining({
      code: 'validation_error',
      details: { errors: { from: [expect.stringContaining(wanted)] } },
    }),
  );
});

function keyFor(domain: string | undefined): Principal {
  return Object.create(nobody, { domain: { value: domain } }) as Principal;
}
