import type { ReactNode } from 'react';
import { useFilters } from '../../filters.ts';
import { enter } from './enter.ts';
import { SignInSteps } from './sign-in-steps.tsx';

/** Renders the sign-in page. After sign-in, redirects to the page that the user has requested. */
export default function SignIn(): ReactNode {
  const { filters } = useFilters();
  return <SignInSteps title="Sign in" onSignedIn={() => enter(filters['next'])} />;
}
