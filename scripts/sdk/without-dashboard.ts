import { listOf, partOf, textOf, type Part } from './document.ts';

/** Matches the tags of operations that only the dashboard uses. */
const DASHBOARD = /^Dashboard\b/;
const SCHEMA = '#/components/schemas/';

/**
 * Returns the document without the parts that only the dashboard uses: operations, their tags, and schemas that nothing
 * else refers to.
 */
export function withoutDashboard(document: Part): Part {
  const paths = Object.fromEntries(
    Object.entries(partOf(document['paths']))
      .map(([path, item]) => [path, operationsKept(partOf(item))] as const)
      .filter(([, item]) => Object.keys(item).length > 0),
  );
  const components = partOf(document['components']);
  const schemas = partOf(components['schemas']);
  const used = namesUsed([paths, components['responses']], schemas);
  return {
    ...document,
    paths,
    tags: listOf(document['tags']).filter((tag) => !DASHBOARD.test(textOf(partOf(tag)['name']))),
    components: {
      ...components,
      schemas: Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name))),
    },
  };
}

function operationsKept(item: Part): Part {
  const kept = Object.entries(item).filter(
    ([, operation]) => !DASHBOARD.test(textOf(listOf(partOf(operation)['tags'])[0])),
  );
  return Object.fromEntries(kept);
}

/** Returns the names of the schemas to which these parts of the document refer, directly or indirectly. */
function namesUsed(parts: readonly unknown[], schemas: Part): ReadonlySet<string> {
  const used = new Set<string>();
  const waiting: unknown[] = [...parts];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value === 'object' && value !== null) waiting.push(...Object.values(value));
    if (typeof value !== 'string' || !value.startsWith(SCHEMA)) continue;
    const name = value.slice(SCHEMA.length);
    if (used.has(name)) continue;
    used.add(name);
    waiting.push(schemas[name]);
  }
  return used;
}
