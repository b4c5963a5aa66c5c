import type { Dialect } from '../dialect.ts';
import { html } from '../html.ts';
import { publicPage } from './page.ts';

/** What people can do about it; all else is ours. */
const REMEDIES: Readonly<Record<number, string>> = {
  404: 'This link is incomplete or was changed. Please open it from the e-mail again.',
  405: 'Please open the link from the e-mail again.',
  413: 'More was sent than this page takes.',
  429: 'This was asked for very often. Please try again in a minute.',
  503: 'We cannot do this at the moment. Please try again in a minute.',
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
        heading: 'This did not work',
        content: html`<p>${remedies[problem.status] ?? 'Something failed on our side. Please try again later.'}</p>`,
      });
      // A page is a string and has headers.
      return { body: page.body, headers: { ...problem.headers, ...page.headers } };
    },
    notFound: () => ({}),
  };
}
