import { invalid, Refusal } from '../../../../base/refusal.ts';
import { requireScope } from '../../../../http/authorization.ts';
import type { RawRequest, Reply, Route, RouteRequest } from '../../../../http/route.ts';

/** Request to a route of Postrider's own API. */
export interface NativeRequest {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** A request to the compatible endpoint. */
export type CompatRequest = Pick<
  RouteRequest<unknown, unknown>,
  'principal' | 'headers' | 'isHead' | 'clientAddress' | 'requestId' | 'problem' | 'signal'
>;

/**
 * Runs a route of Postrider's own API, such as `POST /contacts`, on behalf of the caller of another request. The rules,
 * limits, and audit log of the route apply. Rejects with the errors of the route.
 */
export type NativeApi = (from: CompatRequest, name: string, request?: NativeRequest) => Promise<Reply>;

/** Creates a function that calls the handlers of the given routes. */
export function createNativeApi(routes: readonly Route[]): NativeApi {
  const byName = new Map(routes.map((route) => [`${route.method} ${route.path}`, route]));
  return async (from, name, { body, params = {}, query = {} } = {}) => {
    const route = byName.get(name);
    if (!route) throw new Error(`The route ${name} does not exist`);
    if (route.scope !== undefined) requireScope(from.principal, route.scope);
    const request: RawRequest = {
      principal: from.principal,
      headers: from.headers,
      isHead: from.isHead,
      clientAddress: from.clientAddress,
      requestId: from.requestId,
      problem: from.problem,
      signal: from.signal,
      params,
      query,
      body,
      get upload(): never {
        throw new Error(`The route ${name} does not accept uploads here`);
      },
    };
    return route.run(request);
  };
}

/**
 * Runs a route and returns the body of its response. Rejects with conflict if the route reports an error in its
 * response.
 */
export async function bodyOf<Body>(native: NativeApi, ...call: Parameters<NativeApi>): Promise<Body> {
  const { body, status } = await native(...call);
  // Safe cast: callers declare only fields that the API documents for the response of the route.
  if (status < 400) return body as Body;
  const { message = 'The request was rejected.' } = body as { readonly message?: string };
  throw new Refusal('conflict', { message });
}

/**
 * Runs `work`. In its validation errors, replaces the names of fields with the names that clients of the endpoint use.
 */
export async function underNames<T>(nameOf: (field: string) => string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const errors = error instanceof Refusal ? error.details.errors : undefined;
    if (!errors) throw error;
    throw invalid(Object.fromEntries(Object.entries(errors).map(([field, list]) => [nameOf(field), list])));
  }
}
