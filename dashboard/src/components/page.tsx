import { useEffect, useState, type ReactNode } from 'react';
import { useIsFetching } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import { PageTabs } from './page-tabs.tsx';

/** Renders a page with a title, a summary, actions, and cards. */
export function Page(props: {
  /** Title of the browser tab. Also the title of the page, unless `heading` is given. */
  readonly title: string;
  readonly heading?: ReactNode;
  readonly summary?: ReactNode;
  readonly actions?: ReactNode;
  /** Link to the list that contains the object on this page. */
  readonly back?: { readonly to: string; readonly label: string };
  /** Whether the page uses the whole width of the window, for wide content such as timelines and large tables. */
  readonly isWhole?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  const { title, heading, summary, actions, back, isWhole = false, children } = props;
  useEffect(() => {
    document.title = `${title} · Postrider`;
  }, [title]);
  return (
    <div
      className={`mx-auto flex w-full flex-col gap-5 px-8 pt-6 pb-16 max-sm:px-4 max-sm:pt-4 ${isWhole ? '' : 'max-w-[1120px]'}`}
    >
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-72">
          {back && (
            <Link
              to={back.to}
              className="mb-1 -ml-1 inline-flex min-h-6 items-center gap-0.5 text-sm text-ink-3 hover:text-ink"
            >
              <ChevronLeft className="size-3.5" aria-hidden />
              {back.label}
            </Link>
          )}
          <h1 className="text-balance">{heading ?? title}</h1>
          {summary !== undefined && <div className="mt-1 text-ink-2">{summary}</div>}
        </div>
        {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </header>
      <PageTabs />
      <Body>{children}</Body>
    </div>
  );
}

/** If no request starts for this many milliseconds, all initial requests are considered complete. */
const QUIET_MS = 50;
const MAX_HIDDEN_MS = 3_000;

/**
 * Renders the content of a page as soon as all initial data has loaded, or after `MAX_HIDDEN_MS`, so that parts that
 * load late do not move the content below them.
 */
function Body({ children }: { readonly children: ReactNode }): ReactNode {
  const pending = useIsFetching({ predicate: ({ state }) => state.status === 'pending' });
  const [isOpening, setOpening] = useState(true);
  useEffect(() => {
    if (pending > 0) return;
    const quiet = setTimeout(() => setOpening(false), QUIET_MS);
    return () => clearTimeout(quiet);
  }, [pending]);
  useEffect(() => {
    const most = setTimeout(() => setOpening(false), MAX_HIDDEN_MS);
    return () => clearTimeout(most);
  }, []);
  return (
    <div aria-busy={isOpening} className={`flex flex-col gap-5 ${isOpening ? 'invisible' : ''}`}>
      {isOpening && (
        <div
          role="status"
          aria-label="Loading"
          className="visible fixed inset-x-0 top-0 z-50 h-0.5 animate-wait bg-accent"
        />
      )}
      {children}
    </div>
  );
}

/** Renders a card with a heading. `isMain` adds the airmail border, for the most important card on the page. */
export function Card(props: {
  readonly title?: string;
  readonly summary?: ReactNode;
  readonly actions?: ReactNode;
  readonly isMain?: boolean;
  /** Whether the card has no padding. Used for tables. */
  readonly isFlush?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  const { title, summary, actions, isMain = false, isFlush = false, children } = props;
  return (
    <section className={`min-w-0 card ${isMain ? 'stripe pt-1.5' : ''}`}>
      {(title !== undefined || actions !== undefined) && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-6 pt-5 max-sm:px-4">
          <div>
            {title !== undefined && <h2 className="text-lg font-semibold">{title}</h2>}
            {summary !== undefined && <div className="text-sm text-ink-3">{summary}</div>}
          </div>
          {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
        </div>
      )}
      <div className={isFlush ? 'pt-3' : 'px-6 pt-4 pb-6 max-sm:px-4'}>{children}</div>
    </section>
  );
}

/** Renders a list of facts in two columns: names and values. */
export function Facts({ rows }: { readonly rows: readonly (readonly [string, ReactNode])[] }): ReactNode {
  return (
    <dl className="grid grid-cols-[minmax(7rem,auto)_1fr] gap-x-6 gap-y-2 max-sm:grid-cols-1 max-sm:gap-y-0.5">
      {rows.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-ink-3">{name}</dt>
          <dd className="min-w-0 max-sm:mb-2">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
