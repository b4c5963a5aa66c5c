import { ApiProblem } from '../../api.ts';

/** Returns a problem for users. The time to wait is in a response header, which only programs read. */
export function forPeople(problem: ApiProblem | null): ApiProblem | null {
  if (problem?.code !== 'rate_limit_exceeded') return problem;
  const { code, message, status } = problem;
  return new ApiProblem({ status, name: code, message, fix: 'Wait 15 minutes, then try again.' });
}
