import type { ReactNode } from 'react';
import type { ApiProblem } from '../api.ts';
import { ButtonLink } from './button.tsx';
import { Page } from './page.tsx';
import { EmptyState } from './states.tsx';

/** Whether what a page is about does not exist, or is nobody's here. */
export function isUnknown(read: { readonly data: unknown; readonly error: ApiProblem | null }): boolean {
  return read.data === undefined && read.error?.status === 404;
}

/** The page of something that is not there: nothing can be done with it, so nothing is offered but its list. */
export function Unknown(props: {
  /** What is looked for, for example `message`. */
  readonly noun: string;
  readonly list: { readonly to: string; readonly label: string };
  readonly children: ReactNode;
}): ReactNode {
  const { children, list, noun } = props;
  return (
    <Page title={`${noun.slice(0, 1).toUpperCase()}${noun.slice(1)} not found`} back={list}>
      <section className="card">
        <EmptyState title={`No ${noun} exists at this URL`} action={<ButtonLink to={list.to}>{list.label}</ButtonLink>}>
          {children}
        </EmptyState>
      </section>
    </Page>
  );
}
