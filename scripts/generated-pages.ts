import { renderErrorsPage } from '../src/http/problems.ts';
import { renderConfigurationPage } from './configuration-page.ts';
import { renderDashboardTypes } from './dashboard-types.ts';
import { renderOpenApiPage } from './openapi-page.ts';
import { renderSdkPages } from './sdk-page.ts';

/** Every document that is made from the code, with its path from the root of the project. */
export function generatedPages(): { path: string; text: string }[] {
  const openApi = renderOpenApiPage();
  return [
    { path: 'docs/configuration.md', text: renderConfigurationPage() },
    { path: 'docs/errors.md', text: renderErrorsPage() },
    { path: 'openapi.yaml', text: openApi },
    renderDashboardTypes(openApi),
    ...renderSdkPages(openApi),
  ];
}
