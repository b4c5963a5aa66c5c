import { problemTable } from '../src/http/problem-table.ts';

const INTRODUCTION =
  'Look up the cause and the fix of an error by its `name`. Every error response is JSON with these fields: ' +
  '`status`, `name`, `message`, `fix`, `link`, and `request_id`. A `validation_error` also has `errors`, which lists ' +
  'the problems with each invalid field, keyed by the field’s dotted path. Programs should rely on `name`, because ' +
  'the text of other fields can change.';

const EXAMPLE = `{
  "status": 422,
  "name": "validation_error",
  "message": "subject is required.",
  "fix": "Correct the fields named in \`errors\` and send the request again.",
  "link": "https://mail.example.com/docs/errors#validation_error",
  "request_id": "5f0c1e0b7a9d4c2f8e6b3a1d0c9f8e7a",
  "errors": { "subject": ["is required."] }
}`;

/** Renders `docs/errors.md`, which lists every error with its status, meaning, and fix. */
export function renderErrorsPage(): string {
  const sections = Object.entries(problemTable).map(
    ([name, problem]) => `## ${name}\n\nStatus ${problem.status}. ${problem.message}\n\n${problem.fix}\n`,
  );
  return `# Errors\n\n${INTRODUCTION}\n\n\`\`\`json\n${EXAMPLE}\n\`\`\`\n\n${sections.join('\n')}`;
}
