import type { ReactNode } from 'react';
import { ButtonLink } from '../../components/button.tsx';
import { PlainPage } from '../../components/plain.tsx';

/** A page that only a link leads to, opened without it: what to do. */
export function NoToken(props: { readonly title: string; readonly children: ReactNode }): ReactNode {
  return (
    <PlainPage title={props.title} summary="This link is incomplete.">
      <p>{props.children}</p>
      <div>
        <ButtonLink to="/sign-in">Go to sign-in</ButtonLink>
      </div>
    </PlainPage>
  );
}
