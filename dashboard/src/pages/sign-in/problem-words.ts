import { ApiProblem } from '../../api.ts';

/** Returns the problem in words that users understand. If too many attempts were made, states how long to wait. */
export function forPeople(problem: ApiProblem | null): ApiProblem | null {
  if (problem?.code !== 'rate_limit_exceeded') return problem;
  const { code, message, status } = problem;
  return new ApiProblem({ status, name: code, message, fix: 'Wait 15 minutes, then try again.' });
}
