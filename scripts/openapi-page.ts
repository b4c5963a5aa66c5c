import { createHtmlWork } from '../src/app/html-work.ts';
import { apiDocument } from '../src/app/api-document.ts';
import { allRoutes, createInstallationAcceptor } from '../src/app/api.ts';
import type { Installation } from '../src/app/installation.ts';
import { systemClock } from '../src/base/clock.ts';
import { loadConfig } from '../src/base/config.ts';
import { createVault } from '../src/base/crypto.ts';
import { openDatabase } from '../src/base/db.ts';
import { silentLog } from '../src/base/log.ts';
import { openApiYaml } from '../src/http/openapi/document.ts';
import type { Route } from '../src/http/route.ts';
import type { Part } from './sdk/document.ts';

/** Returns the OpenAPI document for all routes. */
export function readApiDocument(): Part {
  return apiDocument(routesToRead());
}

/** Renders openapi.yaml. */
export function renderOpenApiPage(): string {
  return openApiYaml(readApiDocument());
}

/** Returns all routes of the API for inspection. The handlers must not be called, because no database is connected. */
export function routesToRead(): Route[] {
  const databaseUrl = 'postgres://127.0.0.1:1/nobody';
  const installation: Installation = {
    config: loadConfig({}),
    environment: {},
    clock: systemClock,
    log: silentLog,
    db: openDatabase({ url: databaseUrl, log: silentLog, connections: 1, applicationName: 'generate' }),
    databaseUrl,
    vault: createVault('no secret: nothing is sealed while documents are written'),
    isReady: () => Promise.resolve(true),
    html: createHtmlWork(),
    postgres: undefined,
    dataDir: '',
    close: async () => {},
  };
  return allRoutes(installation, createInstallationAcceptor(installation));
}
