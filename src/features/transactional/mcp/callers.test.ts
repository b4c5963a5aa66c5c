import { describe, expect, it } from 'vitest';
import { faultOfWhereabouts } from './callers.ts';

const PUBLIC = { baseUrl: 'https://mail.acme.example', isLoopback: false };
const LOCAL = { baseUrl: 'http://127.0.0.1:8025', isLoopback: true };
const BEHIND_PROXY = { baseUrl: 'https://mail.acme.example', isLoopback: true };

describe('requests', () => {
  it.each([
    [undefined, 'mail.acme.example', PUBLIC],
    ['https://mail.acme.example', 'mail.acme.example', PUBLIC],
    ['https://mail.acme.example:443', 'mail.acme.example', PUBLIC],
    [undefined, 'whatever.example', PUBLIC],
    [undefined, undefined, PUBLIC],
    [undefined, '127.0.0.1:8025', LOCAL],
    [undefined, 'localhost:8025', LOCAL],
    // If a client connects through a tunnel, its port may differ from the port of the server.
    [undefined, 'localhost:9000', LOCAL],
    [undefined, '[::1]:8025', LOCAL],
    ['http://127.0.0.1:8025', '127.0.0.1:8025', LOCAL],
    [undefined, 'mail.acme.example', BEHIND_PROXY],
    [undefined, '127.0.0.1:8025', BEHIND_PROXY],
  ])('from %s to %s are allowed', (origin, host, own) => {
    expect(faultOfWhereabouts({ origin, host }, own)).toBeUndefined();
  });

  it.each([
    ['https://evil.example', 'mail.acme.example', PUBLIC],
    ['http://mail.acme.example', 'mail.acme.example', PUBLIC],
    ['https://mail.acme.example:8443', 'mail.acme.example', PUBLIC],
    ['https://mail.acme.example.evil.example', 'mail.acme.example', PUBLIC],
    ['null', 'mail.acme.example', PUBLIC],
    ['', 'mail.acme.example', PUBLIC],
    ['data:text/html,x', 'mail.acme.example', PUBLIC],
    ['https://mail.acme.example, https://evil.example', 'mail.acme.example', PUBLIC],
    ['http://localhost:3000', '127.0.0.1:8025', LOCAL],
  ])('from the page %s are rejected', (origin, host, own) => {
    expect(faultOfWhereabouts({ origin, host }, own)).toMatch(/Requests from other origins/);
  });

  it.each([
    ['evil.example:8025', LOCAL],
    ['localhost.evil.example', LOCAL],
    ['127.0.0.1.evil.example', LOCAL],
    [undefined, LOCAL],
    ['', LOCAL],
    ['[::1', LOCAL],
    ['evil.example', BEHIND_PROXY],
  ])('to %s are rejected on loopback', (host, own) => {
    expect(faultOfWhereabouts({ origin: undefined, host }, own)).toMatch(/loopback/);
  });
});
