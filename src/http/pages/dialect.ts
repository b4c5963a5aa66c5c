import type { Dialect } from '../dialect.ts';
import type { TextKey } from '../../mail/languages/catalog.ts';
import { html } from '../html.ts';
import { themeForVisitor, say } from './theme.ts';
import { publicPage } from './page.ts';

/** Text that tells visitors what to do, by status code. Visitors can do nothing about other status codes. */
const REMEDIES: Remedies = {
  404: 'problem.404',
  405: 'problem.405',
  413: 'problem.413',
  429: 'problem.429',
  503: 'problem.503',
};

type Remedies = Readonly<Record<number, TextKey>>;

/** Options for pages that report errors. */
interface PageDialectOptions {
  /** Headers that every response contains. */
  readonly headers: Readonly<Record<string, string>>;
  /** Text that tells visitors what to do, by status code. */
  readonly remedies: Remedies;
}

/** Renders errors on public pages as HTML. The clients are browsers, or mail clients that read only the status. */
export function createPageDialect(
  covers: (path: string) => boolean,
  { headers = {}, remedies = REMEDIES }: Partial<PageDialectOptions> = {},
): Dialect {
  return {
    covers,
    headers: () => headers,
    problem(problem, { acceptLanguage }) {
      const look = themeForVisitor(acceptLanguage);
      const page = publicPage({
        look,
        heading: look.texts.text('problem.heading'),
        content: html`<p>${say(look.texts, remedies[problem.status] ?? 'problem.other')}</p>`,
      });
      // A reply with a string as its body and with headers is already a page.
      return { body: page.body, headers: { ...problem.headers, ...page.headers } };
    },
    notFound: () => ({}),
  };
}
