import { ApiProblem } from '../../api.ts';

/** Returns a problem that users understand. Adds the time to wait, which only a header of the response contains. */
export function forPeople(problem: ApiProblem | null): ApiProblem | null {
  if (problem?.code !== 'rate_limit_exceeded') return problem;
  const { code, message, status } = problem;
  return new ApiProblem({ status, name: code, message, fix: 'Wait 15 minutes, then try again.' });
}
