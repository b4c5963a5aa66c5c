import type { Route } from './route.ts';

/** Returns the methods of a route. A PATCH route also answers PUT, and a GET route also answers HEAD. */
export function methodsOf(route: Pick<Route, 'method'>): string[] {
  if (route.method === 'PATCH') return ['PATCH', 'PUT'];
  return route.method === 'GET' ? ['GET', 'HEAD'] : [route.method];
}

/**
 * Returns the allowed methods of a path, sorted (RFC 9110 section 10.2.1). Returns an empty list if the path does not
 * exist.
 */
export function allowedMethods(routes: readonly Route[], path: string): string[] {
  const segments = segmentsOf(path);
  const methods = routes.filter((route) => fits(segmentsOf(route.path), segments)).flatMap(methodsOf);
  return [...new Set(methods)].toSorted();
}

/** Splits a path into segments. Ignores empty ones, so that duplicate and trailing slashes are accepted. */
function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '');
}

function fits(pattern: readonly string[], segments: readonly string[]): boolean {
  if (pattern.at(-1) === '*') {
    return segments.length >= pattern.length - 1 && fits(pattern.slice(0, -1), segments.slice(0, pattern.length - 1));
  }
  return (
    pattern.length === segments.length &&
    pattern.every((segment, index) => segment.startsWith(':') || segment === segments[index])
  );
}
