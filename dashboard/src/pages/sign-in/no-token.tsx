import type { ReactNode } from 'react';
import { ButtonLink } from '../../components/button.tsx';
import { PlainPage } from '../../components/plain.tsx';

/** A page that only a link leads to, opened without it: what to do. */
export function NoToken(props: { readonly title: string; readonly children: ReactNode }): ReactNode {
  return (
    <PlainPage title={props.title} summary="The address of this page lacks what its link ends with.">
      <p>{props.children}</p>
      <div>
        <ButtonLink to="/sign-in">Go to the sign-in</ButtonLink>
      </div>
    </PlainPage>
  );
}
