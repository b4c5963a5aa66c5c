import type { ReactNode } from 'react';
import { ButtonLink } from '../../components/button.tsx';
import { useMay } from '../../session.ts';

/** What can be done with the list, beside the way to the files that are imported into it. */
export function ListActions({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <>
      <ButtonLink to="/suppressions/imports">{useMay('dashboard:write') ? 'Import file' : 'Imports'}</ButtonLink>
      {children}
    </>
  );
}
