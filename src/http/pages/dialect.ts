import type { Dialect } from '../dialect.ts';
import { html } from '../html.ts';
import { publicPage } from './page.ts';

/** What people can do about it; all else is ours. */
const REMEDIES: Readonly<Record<number, string>> = {
  404: 'This link is incomplete or was changed. Please open the link from the email again.',
  405: 'Please open the link from the email again.',
  413: 'The submitted data is too large.',
  429: 'Too many requests. Please try again in a minute.',
  503: 'The service is temporarily unavailable. Please try again in a minute.',
};

/** What some of these pages have of their own. */
interface PageDialectOptions {
  /** On every answer. */
  readonly headers: Readonly<Record<string, string>>;
  /** What people can do, by status. */
  readonly remedies: Readonly<Record<number, string>>;
}

/** Errors under public pages are pages too: whoever meets one has a browser, or a mail program that reads the status. */
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
      // A page is a string and has headers.
      return { body: page.body, headers: { ...problem.headers, ...page.headers } };
    },
    notFound: () => ({}),
  };
}
