import type { Dialect } from '../dialect.ts';
import { html } from '../html.ts';
import { publicPage } from './page.ts';

/** What visitors can do, by status code. Nothing for other status codes. */
const REMEDIES: Readonly<Record<number, string>> = {
  404: 'This link is incomplete or was changed. Please open the link from the email again.',
  405: 'Please open the link from the email again.',
  413: 'The submitted data is too large.',
  429: 'Too many requests. Please try again in a minute.',
  503: 'The service is temporarily unavailable. Please try again in a minute.',
};

/** Options for pages that report errors. */
interface PageDialectOptions {
  /** Headers that every response contains. */
  readonly headers: Readonly<Record<string, string>>;
  /** What visitors can do, by status code. */
  readonly remedies: Readonly<Record<number, string>>;
}

/** Renders errors on public pages as HTML. The clients are browsers, or mail clients that read only the status. */
export function createPageDialect(
  covers: (path: string) => boolean,
  { headers = {}, remedies = REMEDIES }: Partial<PageDialectOptions> = {},
): Dialect {
  return {
    covers,
    headers: () => headers,
    problem(problem) {
      const page = publicPage({
        heading: 'Something went wrong',
        content: html`<p>${remedies[problem.status] ?? 'An internal error occurred. Please try again later.'}</p>`,
      });
      // A reply with a string as its body and with headers is already a page.
      return { body: page.body, headers: { ...problem.headers, ...page.headers } };
    },
    notFound: () => ({}),
  };
}
