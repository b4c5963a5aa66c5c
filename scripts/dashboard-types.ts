import { parse } from 'yaml';
import { operationsOf, partOf, type DocumentOperation, type Part } from './sdk/document.ts';
import { createTypeNames, declarationOf, keyOf, quoted, typeOf, type TypeStyle } from './sdk/types.ts';

const HEAD =
  '// Made by `npm run generate` from openapi.yaml: what each operation takes and answers. Do not edit.\n' +
  '/* eslint-disable */\n';

/** What is made of the API document for the pages: the types of every operation, also of those that only pages use. */
export function renderDashboardTypes(openApiYaml: string): { path: string; text: string } {
  const document = partOf(parse(openApiYaml));
  const nameType = createTypeNames(['Operations', 'Readonly', 'Record', 'Blob']);
  const schemas = Object.entries(partOf(partOf(document['components'])['schemas']));
  const names = new Map<string, string>(
    schemas.map(([name]) => [`#/components/schemas/${name}`, nameType(name)] as const),
  );
  const style = (isInput: boolean): TypeStyle => ({ isInput, nameOf: (reference) => names.get(reference) });
  // Pages name what an operation answers by its operation, so nothing but the table of these is given out.
  const shared = schemas.map(([name, schema]) =>
    declarationOf(names.get(`#/components/schemas/${name}`) ?? name, typeOf(schema, style(true))).replace(
      'export ',
      '',
    ),
  );
  const operations = operationsOf(document).map(
    (operation) =>
      `  ${quoted(`${operation.method} ${operation.path}`)}: {\n` +
      `    input: ${inputOf(operation, style(true))};\n    answer: ${answerOf(operation, style(false))};\n  };`,
  );
  const text = [HEAD, ...shared, `export interface Operations {\n${operations.join('\n')}\n}`].join('\n');
  return { path: 'dashboard/src/api-types.ts', text: `${text}\n` };
}

/** `{ params?, query?, body? }`; a part that the caller may leave out is optional. */
function inputOf(operation: DocumentOperation, style: TypeStyle): string {
  const parts = ['path', 'query'].flatMap((place) => {
    const given = operation.parameters.filter((each) => each.in === place);
    if (given.length === 0) return [];
    const lines = given.map(({ name, required, schema }) => {
      const shown = typeOf(schema, style, 3);
      // Addresses hold texts, where pages keep what they ask for.
      const type = shown === 'number' ? 'string' : shown;
      return required ? `${keyOf(name)}: ${type}` : `${keyOf(name)}?: ${type} | undefined`;
    });
    const name = place === 'path' ? 'params' : 'query';
    const isOptional = given.every(({ required }) => !required);
    return [`${name}${isOptional ? '?' : ''}: { ${lines.join('; ')} }${isOptional ? ' | undefined' : ''}`];
  });
  const body = bodyOf(operation);
  const isRequired = operation.body?.required === true;
  if (body) parts.push(`body${isRequired ? '' : '?'}: ${typeOf(body, style, 3)}${isRequired ? '' : ' | undefined'}`);
  return parts.length === 0 ? '{}' : `{ ${parts.join('; ')} }`;
}

function bodyOf({ body }: DocumentOperation): Part | undefined {
  return body?.contents.get('application/json');
}

function answerOf({ answers }: DocumentOperation, style: TypeStyle): string {
  const types = answers.map(({ contents }) => {
    if (contents.size === 0) return 'undefined';
    const json = contents.get('application/json');
    return json ? typeOf(json, style, 2) : 'string';
  });
  return [...new Set(types)].join(' | ') || 'undefined';
}
