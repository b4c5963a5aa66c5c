import { describe, expect, it } from 'vitest';
import { allowedMethods } from './allowed-methods.ts';
import { route, type Route } from './route.ts';

const routeOf = (method: Route['method'], path: string): Route =>
  route({ method, path, summary: '', scope: undefined, handle: () => Promise.resolve({ status: 200, body: {} }) });

const routes = [
  routeOf('GET', '/things'),
  routeOf('POST', '/things'),
  routeOf('GET', '/things/:id'),
  routeOf('PATCH', '/things/:id'),
  routeOf('DELETE', '/things/:id/parts/:part'),
  routeOf('GET', '/files/*'),
];

describe('allowedMethods', () => {
  it.each([
    ['/things', 'GET,HEAD,POST'],
    ['/things/', 'GET,HEAD,POST'],
    ['//things', 'GET,HEAD,POST'],
    ['/things/5', 'GET,HEAD,PATCH,PUT'],
    ['/things/5/parts/6', 'DELETE'],
    ['/things/5/parts', ''],
    ['/', ''],
    ['/thing', ''],
    ['/files/a/b', 'GET,HEAD'],
    ['/files', 'GET,HEAD'],
    ['/other/files', ''],
  ])('at %s are %s', (path, methods) => {
    expect(allowedMethods(routes, path).join(',')).toBe(methods);
  });
});
