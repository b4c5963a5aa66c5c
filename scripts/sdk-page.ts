import { parse } from 'yaml';
import { partOf } from './sdk/document.ts';
import { renderMethodsPage, renderProblemNames, renderSdk } from './sdk/render.ts';
import { withoutDashboard } from './sdk/without-dashboard.ts';

/** Renders the files of the client from the API document: its types and methods, and the page that lists them. */
export function renderSdkPages(openApiYaml: string): { path: string; text: string }[] {
  const document = withoutDashboard(partOf(parse(openApiYaml)));
  return [
    { path: 'docs/sdk-methods.md', text: renderMethodsPage(document) },
    { path: 'sdk/src/generated.ts', text: renderSdk(document) },
    { path: 'sdk/src/problem-names.ts', text: renderProblemNames(document) },
  ];
}
