import type { ReactNode } from 'react';
import type { ApiProblem } from '../api.ts';
import { capitalized } from '../words.ts';
import { ButtonLink } from './button.tsx';
import { Page } from './page.tsx';
import { EmptyState } from './states.tsx';

/** Returns whether the problem means that the object of a page does not exist or belongs to another account. */
export function isUnknown(read: { readonly data: unknown; readonly error: ApiProblem | null }): boolean {
  return read.data === undefined && read.error?.status === 404;
}

/** Renders a page for an object that does not exist, with a link to the list. */
export function Unknown(props: {
  /** Type of the object, for example `message`. */
  readonly noun: string;
  readonly list: { readonly to: string; readonly label: string };
  readonly children: ReactNode;
}): ReactNode {
  const { children, list, noun } = props;
  return (
    <Page title={`${capitalized(noun)} not found`} back={list}>
      <section className="card">
        <EmptyState title={`No ${noun} exists at this URL`} action={<ButtonLink to={list.to}>{list.label}</ButtonLink>}>
          {children}
        </EmptyState>
      </section>
    </Page>
  );
}
