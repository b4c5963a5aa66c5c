import { html, type Html } from '../../../http/html.ts';
import { callOf, curlOf } from './curl.ts';
import type { SitePage } from './layout.ts';
import {
  type Answer,
  type ApiDocument,
  type Group,
  isOfDashboard,
  type Media,
  type Placed,
  type Schema,
} from './operations.ts';
import { REFERENCE } from './topics.ts';

/** Deeper fields are told by the example. */
const MAX_DEPTH = 4;

/** A field of a body, for a row of a table. */
interface FieldRow {
  /** Dotted from the outside, `[]` for each of a list. */
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string;
}

const FIRST_FAILURE = 400;

/** The page over the groups of the API. Pure. */
export function referenceIndex(document: ApiDocument, groups: readonly Group[]): SitePage {
  const listed = (shown: readonly Group[]): Html =>
    html`<ul>
      ${shown.map(
        ({ description, name, operations, slug }) =>
          html`<li>
            <a href="/docs/${REFERENCE}/${slug}">${name}</a>, ${operations.length}
            ${operations.length === 1 ? 'operation' : 'operations'}. ${description}
          </li>`,
      )}
    </ul>`;
  return {
    title: 'API reference',
    slug: REFERENCE,
    content: html`<h1>API reference</h1>
      ${prose(document.info.description)}
      <p>
        The reference is also available as an OpenAPI document: <a href="/openapi.yaml">openapi.yaml</a>. See also
        <a href="/docs/errors">Errors</a>.
      </p>
      <h2 id="groups">Groups</h2>
      ${listed(groups.filter((group) => !isOfDashboard(group)))}
      <h2 id="dashboard">Dashboard API</h2>
      <p>
        These operations are available only to people who are signed in to the dashboard. The operations can change with
        any release.
      </p>
      ${listed(groups.filter(isOfDashboard))}`,
  };
}

/** The page of a group: each operation with what it takes, what it answers, and a call. Pure. */
export function referencePage({ components }: ApiDocument, group: Group): SitePage {
  const { description, name, operations } = group;
  return {
    title: name,
    slug: REFERENCE,
    headings: operations.map(({ operation: { operationId: id, summary: text } }) => ({ level: 2, id, text })),
    content: html`<h1>${name}</h1>
      <p>${description} <a href="/docs/${REFERENCE}">All groups</a></p>
      ${operations.map((placed) => operationOf(placed, components))}`,
  };
}

function operationOf(placed: Placed, components: ApiDocument['components']): Html {
  const { method, operation, path } = placed;
  const { description, operationId, parameters = [], requestBody, responses, summary } = operation;
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const answers = Object.entries(responses).map(([status, given]) => ({
    status: Number(status),
    answer: given.$ref === undefined ? given : (components.responses[given.$ref.split('/').at(-1) ?? ''] ?? {}),
  }));
  const rows = parameters.map((each) => ({
    name: each.name,
    type: `${typeOf(each.schema ?? {}, components)}, ${each.in}`,
    isRequired: each.required ?? false,
    description: each.description ?? '',
  }));
  const successes = answers.filter(({ status }) => status < FIRST_FAILURE);
  const failures = answers.filter(({ status }) => status >= FIRST_FAILURE);
  return html`<section class="op">
    <h2 id="${operationId}">${summary}</h2>
    <p class="call"><b>${method}</b>${path}</p>
    ${description !== undefined && prose(description)}
    <p class="soft">${inline(callers(placed))}</p>
    ${
      rows.length > 0 &&
      html`<h3>Parameters</h3>
        ${table(rows)}`
    }
    ${
      media &&
      html`<h3>Body</h3>
        <p class="soft">${type}. ${requestBody?.description ?? ''}</p>
        ${bodyOf(media, components)}`
    }
    <h3>Request</h3>
    ${codeOf(curlOf(callOf(placed)))}
    <h3>Responses</h3>
    ${successes.map(({ answer, status }) => answerOf(status, answer, components))}
    <p>
      Errors:
      ${failures.flatMap(({ answer, status }) => errorsOf(answer).map((error) => html` ${status} <a href="/docs/errors#${error}">${error}</a>`))}
    </p>
  </section>`;
}

function callers({ operation: { security = [] } }: Placed): string {
  const scopes = [...new Set(security.flatMap((each) => Object.values(each).flat()))];
  if (scopes.length === 0) return 'No authentication required.';
  const isSession = security.some((each) => 'session' in each);
  return `${isSession ? 'Requires a session with the scope' : 'Requires a credential with the scope'} ${scopes.map((scope) => `\`${scope}\``).join(' or ')}.`;
}

function answerOf(status: number, { content = {}, description = '' }: Answer, components: ApiDocument['components']) {
  const [type, media] = Object.entries(content)[0] ?? [];
  return html`<p><b>${status}</b> ${description}</p>
    ${
      media &&
      html`<details>
        <summary>${type}: fields and example</summary>
        ${bodyOf(media, components)}${media.example !== undefined && codeOf(written(media.example))}
      </details>`
    }`;
}

function bodyOf({ schema }: Media, components: ApiDocument['components']): Html {
  const rows = fieldsOf(schema ?? {}, components);
  return rows.length > 0 ? table(rows) : html``;
}

function errorsOf({ content = {} }: Answer): string[] {
  return Object.values(content).flatMap(({ examples = {} }) => Object.keys(examples));
}

function table(rows: ReturnType<typeof fieldsOf>): Html {
  return html`<div class="wide" tabindex="0" role="group" aria-label="Fields">
    <table>
      <tbody>
        ${rows.map(
          ({ description, isRequired, name, type }) =>
            html`<tr>
              <td><code>${name}</code>${isRequired && html` <small>required</small>`}</td>
              <td>${type}</td>
              <td>${inline(description)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

function codeOf(text: string): Html {
  return html`<pre tabindex="0"><code>${text}</code></pre>`;
}

function written(example: unknown): string {
  return typeof example === 'string' ? example : JSON.stringify(example, undefined, 2);
}

/** Paragraphs between blank lines. */
function prose(text: string): Html {
  return html`${text.split(/\n{2,}/).map((part) => html`<p>${inline(part)}</p>`)}`;
}

/** Text in which names stand between backticks. */
function inline(text: string): Html {
  return html`${text.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))}`;
}

/** The fields of a schema, those within others below them. Pure. */
function fieldsOf(schema: Schema, components: ApiDocument['components'], prefix = '', depth = 0): FieldRow[] {
  if (depth >= MAX_DEPTH) return [];
  const known = resolved(schema, components);
  const within = (part: Schema, at: string): FieldRow[] => fieldsOf(part, components, at, depth + 1);
  if (known.items) return within(known.items, prefix === '' ? '[].' : prefix.replace(/\.$/, '[].'));
  const parts = [...(known.anyOf ?? []), ...(known.oneOf ?? [])];
  if (parts.length > 0) return parts.flatMap((part) => fieldsOf(part, components, prefix, depth + 1));
  return Object.entries(known.properties ?? {}).flatMap(([name, property]) => {
    const row: FieldRow = {
      name: prefix + name,
      type: typeOf(property, components),
      isRequired: known.required?.includes(name) ?? false,
      description: property.description ?? resolved(property, components).description ?? '',
    };
    return [row].concat(within(property, `${prefix}${name}.`));
  });
}

/** What values a schema takes, in a few words. Pure. */
function typeOf(schema: Schema, components: ApiDocument['components'], depth = 0): string {
  const { $ref, anyOf, const: constant, enum: values, format, items, oneOf, type } = schema;
  if ($ref !== undefined) return typeOf(resolved(schema, components), components, depth);
  if (values) return values.map((value) => JSON.stringify(value)).join(' or ');
  if (constant !== undefined) return JSON.stringify(constant);
  const parts = anyOf ?? oneOf;
  if (parts) return [...new Set(parts.map((part) => typeOf(part, components, depth + 1)))].join(' or ');
  const names = [type ?? 'any'].flat().map((name) => (name === 'string' && format !== undefined ? format : name));
  const of = items && depth < 2 ? ` of ${typeOf(items, components, depth + 1)}` : '';
  return names.map((name) => (name === 'array' ? `array${of}` : name)).join(' or ');
}

function resolved(schema: Schema, { schemas }: ApiDocument['components']): Schema {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : (schemas[name] ?? {});
}
