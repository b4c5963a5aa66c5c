import type { Part } from './sdk/document.ts';
import { renderMethodsPage, renderProblemNames, renderSdk } from './sdk/render.ts';
import { withoutDashboard } from './sdk/without-dashboard.ts';

/** What is made of the API document for the client: its types and methods, and the page that lists them. */
export function renderSdkPages(apiDocument: Part): { path: string; text: string }[] {
  const document = withoutDashboard(apiDocument);
  return [
    { path: 'docs/sdk-methods.md', text: renderMethodsPage(document) },
    { path: 'sdk/src/generated.ts', text: renderSdk(document) },
    { path: 'sdk/src/problem-names.ts', text: renderProblemNames(document) },
  ];
}
