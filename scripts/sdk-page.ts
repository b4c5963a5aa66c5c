import type { Part } from './sdk/document.ts';
import { renderMethodsPage, renderProblemNames, renderSdk } from './sdk/render.ts';
import { withoutDashboard } from './sdk/without-dashboard.ts';

/**
 * Renders the files that are generated from the OpenAPI document for the client: types and methods, and the page that
 * lists the methods.
 */
export function renderSdkPages(apiDocument: Part): { path: string; text: string }[] {
  const document = withoutDashboard(apiDocument);
  return [
    { path: 'docs/sdk-methods.md', text: renderMethodsPage(document) },
    { path: 'sdk/src/generated.ts', text: renderSdk(document) },
    { path: 'sdk/src/problem-names.ts', text: renderProblemNames(document) },
  ];
}
