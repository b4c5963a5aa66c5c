import { describe, expect, it } from 'vitest';
import { Refusal } from '../base/refusal.ts';
import { nobody, requireScope } from './authorization.ts';
import { openApiDocument } from './openapi/document.ts';
import type { Principal } from './principal.ts';
import { route } from './route.ts';

function keyWith(...scopes: string[]): Principal {
  return Object.create(nobody, { scopes: { value: new Set(scopes) } }) as Principal;
}

describe('a route with several scopes', () => {
  it.each([[['a']], [['b']], [['a', 'b', 'c']]])('accepts a key with %o for one of a and b', (scopes) => {
    expect(() => requireScope(keyWith(...scopes), ['a', 'b'])).not.toThrow();
  });

  it.each([[[]], [['c']]])('refuses a key with %o and names all scopes', (scopes) => {
    expect(() => requireScope(keyWith(...scopes), ['a', 'b'])).toThrow(
      expect.objectContaining({ code: 'insufficient_scope', message: 'The API key does not have the a or b scope.' }),
    );
  });

  it('accepts no key if the list is empty', () => {
    expect(() => requireScope(keyWith('a'), [])).toThrow(Refusal);
  });

  it('documents each scope as an alternative', () => {
    const several = route({
      method: 'GET',
      path: '/several',
      summary: 'Several',
      scope: ['transactional:send', 'other'],
      doc: { group: 'Group', answers: [] },
      handle: () => Promise.resolve({ status: 200, body: {} }),
    });
    const { paths } = openApiDocument({ routes: [several], groups: {}, version: '1' });
    expect(paths).toMatchObject({
      '/several': { get: { security: [{ apiKey: ['transactional:send'] }, { apiKey: ['other'] }] } },
    });
    expect(JSON.stringify(paths)).toContain('"429"');
  });
});
