import { ApiProblem } from '../../api.ts';

/** A problem as a person reads it: how long to wait stands in a header of the answer, where only programs look. */
export function forPeople(problem: ApiProblem | null): ApiProblem | null {
  if (problem?.code !== 'rate_limit_exceeded') return problem;
  const { code, message, status } = problem;
  return new ApiProblem({ status, name: code, message, fix: 'Wait 15 minutes, then try again.' });
}
