import { MAX_FAULTS, type TemplateFault, type TemplatePart } from './source.ts';

/** Collects the errors in a part of a template by their position in the source. */
export interface FaultList {
  readonly faults: readonly TemplateFault[];
  /** Returns true if the list is full. */
  isFull(): boolean;
  add(at: number, message: string, fix: string): void;
}

/**
 * Creates an empty list of errors for a part of a template. The list ignores duplicates, and holds at most fifty
 * errors.
 */
export function createFaultList(where: TemplatePart, source: string): FaultList {
  const faults: TemplateFault[] = [];
  return {
    faults,
    isFull: () => faults.length >= MAX_FAULTS,
    add(at, message, fix) {
      if (faults.length >= MAX_FAULTS) return;
      const before = source.slice(0, at);
      const line = before.split('\n').length;
      const column = at - before.lastIndexOf('\n');
      if (faults.some((fault) => fault.line === line && fault.column === column && fault.message === message)) return;
      faults.push({ where, line, column, message, fix });
    },
  };
}

/** Sorts the errors in a part of a template by position. */
export function inOrder(faults: readonly TemplateFault[]): TemplateFault[] {
  return faults.toSorted((a, b) => a.line - b.line || a.column - b.column);
}

/** Returns one message with the first error and the number of further errors. */
export function sentenceOf(faults: readonly TemplateFault[]): string {
  const [first] = faults;
  if (!first) return 'The template has no errors';
  const more = faults.length > 1 ? ` (and ${faults.length - 1} more)` : '';
  return `${first.where}, line ${first.line}, column ${first.column}: ${first.message} ${first.fix}${more}`;
}
