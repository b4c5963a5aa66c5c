import type { ReactNode } from 'react';
import { useFilters } from '../../filters.ts';
import { enter } from './enter.ts';
import { SignInSteps } from './sign-in-steps.tsx';

/** Signs somebody in, and leads them to where they wanted to go. */
export default function SignIn(): ReactNode {
  const { filters } = useFilters();
  return <SignInSteps title="Sign in" onSignedIn={() => enter(filters['next'])} />;
}
