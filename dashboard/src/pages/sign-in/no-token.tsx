import type { ReactNode } from 'react';
import { ButtonLink } from '../../components/button.tsx';
import { PlainPage } from '../../components/plain.tsx';

/** Renders a page for a link whose token is missing, with instructions for the user. */
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
