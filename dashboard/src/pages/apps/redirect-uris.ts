import { ApiProblem } from '../../api.ts';

const FIELD = 'redirect_uris';

/** Returns the URLs in a text field, which are separated by line breaks or spaces. */
export function urisOf(text: string): readonly string[] {
  return text.split(/\s+/).filter((line) => line !== '');
}

/**
 * Converts errors for single URLs to errors for the whole field. The API identifies a URL by its index, which becomes
 * the line number in the error. Errors for other fields are omitted.
 */
export function uriFaults(problem: ApiProblem | null): ApiProblem | null {
  if (problem === null) return null;
  const faults = Object.entries(problem.errors).flatMap(([name, said]) => {
    if (name === FIELD) return said;
    const line = name.startsWith(`${FIELD}.`) ? Number(name.slice(FIELD.length + 1)) + 1 : 0;
    return line > 0 ? said.map((fault) => `Line ${line} ${fault}`) : [];
  });
  const { code, fix, message, status } = problem;
  return new ApiProblem({
    status,
    name: code,
    message,
    fix,
    ...(faults.length > 0 && { errors: { [FIELD]: faults } }),
  });
}
