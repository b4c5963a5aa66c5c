import type { Dialect } from '../dialect.ts';
import type { TextKey } from '../../mail/languages/catalog.ts';
import { html } from '../html.ts';
import { themeForVisitor, say } from './theme.ts';
import { publicPage } from './page.ts';

/** Text shown to visitors, by status code. Other status codes use `problem.other`. */
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
  /** Text shown to visitors, by status code. */
  readonly remedies: Remedies;
}

/** Creates the dialect that renders errors as HTML pages in the visitor's language. */
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
      // The page's headers include a content type, so its body is sent unchanged.
      return { body: page.body, headers: { ...problem.headers, ...page.headers } };
    },
    notFound: () => ({}),
  };
}
