import { createHash } from 'node:crypto';
import { problemTable, type Problem } from './problem-table.ts';

const INTRODUCTION =
  'Every error response is JSON with these fields: `status`, `name`, `message`, `fix`, `link` and ' +
  '`request_id`. A `validation_error` also has `errors`, which lists the problems of each invalid field by its dotted ' +
  'path. Programs should rely on `name`, because the texts of other fields can change.';

const EXAMPLE = `{
  "status": 422,
  "name": "validation_error",
  "message": "subject is required.",
  "fix": "Correct the fields named in \`errors\` and send the request again.",
  "link": "https://mail.example.com/docs/errors#validation_error",
  "request_id": "5f0c1e0b7a9d4c2f8e6b3a1d0c9f8e7a",
  "errors": { "subject": ["is required."] }
}`;

const STYLE =
  ':root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem}' +
  'pre,code{font:14px/1.5 ui-monospace,monospace}pre{overflow:auto;padding:1rem;border:1px solid #8886;border-radius:6px}' +
  'section{border-top:1px solid #8886}section:target{background:#fc02}h2{font-size:1.1rem;margin:1rem 0 0}';

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** Content-Security-Policy of the page, which only allows its inline style sheet. */
export const ERRORS_PAGE_POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** Renders `docs/errors.md`: every error with its status, meaning and fix. */
export function renderErrorsPage(): string {
  const sections = rows().map(
    ([name, problem]) => `## ${name}\n\nStatus ${problem.status}. ${problem.message}\n\n${problem.fix}\n`,
  );
  return `# Errors\n\n${INTRODUCTION}\n\n\`\`\`json\n${EXAMPLE}\n\`\`\`\n\n${sections.join('\n')}`;
}

/** Renders the HTML page that the `link` of every error points to, with one anchor per error name. */
export function renderErrorsHtml(): string {
  const sections = rows().map(
    ([name, problem]) =>
      `<section id="${escapeHtml(name)}"><h2><code>${escapeHtml(name)}</code></h2>` +
      `<p>Status ${problem.status}. ${proseHtml(problem.message)}</p><p>${proseHtml(problem.fix)}</p></section>`,
  );
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Errors</title>' +
    `<meta name="viewport" content="width=device-width,initial-scale=1"><style>${STYLE}</style></head>` +
    `<body><main><h1>Errors</h1><p>${proseHtml(INTRODUCTION)}</p><pre>${escapeHtml(EXAMPLE)}</pre>` +
    `${sections.join('')}</main></body></html>`
  );
}

function rows(): [string, Problem][] {
  return Object.entries(problemTable);
}

/** Escapes text and converts backticks to code elements. */
function proseHtml(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]*)`/g, '<code>$1</code>');
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
