import { readFileSync } from 'node:fs';

/**
 * Returns the names of the properties that a type has in the declarations of an installed package. Throws if the
 * declarations do not contain the type or if no property is found, so that a renamed type is noticed.
 */
export function propertiesOf(file: string, type: string): readonly string[] {
  const source = readFileSync(new URL(`../../node_modules/${file}`, import.meta.url), 'utf8');
  const plain = source.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '');
  const opening = new RegExp(String.raw`(?:interface|class|type) ${type}\b[^{;]*\{`).exec(plain);
  if (!opening) throw new Error(`${file} does not declare ${type}`);
  const names = membersOf(plain, opening.index + opening[0].length).flatMap((member) => {
    const [, name] = /^\s*(?:readonly\s+)?['"]?([\w:-]+)['"]?\s*\??\s*:/.exec(member) ?? [];
    return name === undefined ? [] : [name];
  });
  if (names.length === 0) throw new Error(`${file} declares ${type} without properties`);
  return names;
}

/** Splits the members of a type at the semicolons and commas that are not in nested types. */
function membersOf(source: string, start: number): string[] {
  const members: string[] = [];
  let depth = 0;
  let from = start;
  for (let at = start; depth >= 0 && at < source.length; at += 1) {
    const character = source[at] ?? '';
    if ('{[(<'.includes(character)) depth += 1;
    else if ('}])'.includes(character) || (character === '>' && source[at - 1] !== '=')) depth -= 1;
    if (depth < 0 || (depth === 0 && (character === ';' || character === ','))) {
      members.push(source.slice(from, at));
      from = at + 1;
    }
  }
  return members;
}
