import type { ReactNode } from 'react';
import { ButtonLink } from '../../components/button.tsx';
import { PlainPage } from '../../components/plain.tsx';

/** Renders what users can do if they have opened a page without the token that its link contains. */
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
