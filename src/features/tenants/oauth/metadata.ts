import { route, type Reply, type Route } from '../../../http/route.ts';
import { SCOPES_OF, type Audience } from './scopes.ts';

/** These documents are public, so pages of any origin may read them. */
const OPEN = { 'access-control-allow-origin': '*', 'cache-control': 'public, max-age=300' };

const PATH = '/.well-known/oauth-protected-resource';

/** Returns the URL of the metadata for the resource `/mcp` (RFC 9728 section 3.1). */
export function mcpResourceMetadataUrl(baseUrl: string): string {
  return `${baseUrl}${PATH}/mcp`;
}

/** Returns the routes for the discovery documents: RFC 8414, and RFC 9728 for each of the two resources. */
export function metadataRoutes(baseUrl: () => string): Route[] {
  return [
    documentRoute('/.well-known/oauth-authorization-server', 'Get the OAuth server metadata', () =>
      serverOf(baseUrl()),
    ),
    documentRoute(PATH, 'Get the protected resource metadata of the API', () => resourceOf('api', baseUrl())),
    documentRoute(`${PATH}/mcp`, 'Get the protected resource metadata of /mcp', () => resourceOf('mcp', baseUrl())),
  ];
}

function documentRoute(path: string, summary: string, document: () => unknown): Route {
  const handle = (): Promise<Reply> => Promise.resolve({ status: 200, body: document(), headers: OPEN });
  return route({ method: 'GET', path, summary, scope: undefined, handle });
}

function serverOf(baseUrl: string): unknown {
  const methods = ['none', 'client_secret_basic', 'client_secret_post'];
  return {
    issuer: baseUrl,
    authorization_endpoint: `${baseUrl}/oauth/authorize`,
    token_endpoint: `${baseUrl}/oauth/token`,
    revocation_endpoint: `${baseUrl}/oauth/revoke`,
    registration_endpoint: `${baseUrl}/oauth/register`,
    scopes_supported: SCOPES_OF.api,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: methods,
    revocation_endpoint_auth_methods_supported: methods,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    protected_resources: [baseUrl, `${baseUrl}/mcp`],
  };
}

function resourceOf(audience: Audience, baseUrl: string): unknown {
  return {
    resource: audience === 'mcp' ? `${baseUrl}/mcp` : baseUrl,
    resource_name: audience === 'mcp' ? 'Postrider MCP server' : 'Postrider API',
    authorization_servers: [baseUrl],
    scopes_supported: SCOPES_OF[audience],
    bearer_methods_supported: ['header'],
  };
}
