import { MAX_FAULTS, type TemplateFault, type TemplatePart } from './source.ts';

/** Collects what is wrong with a part, by where it stands in its source. */
export interface FaultList {
  readonly faults: readonly TemplateFault[];
  /** Whether no more are taken. */
  isFull(): boolean;
  add(at: number, message: string, fix: string): void;
}

/** An empty list for a part. A place is told once, and no more than fifty of them. */
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

/** Faults of a part in the order in which they stand in it. */
export function inOrder(faults: readonly TemplateFault[]): TemplateFault[] {
  return faults.toSorted((a, b) => a.line - b.line || a.column - b.column);
}

/** Faults as one sentence for who cannot be shown a list. */
export function sentenceOf(faults: readonly TemplateFault[]): string {
  const [first] = faults;
  if (!first) return 'The template has no errors';
  const more = faults.length > 1 ? ` (and ${faults.length - 1} more)` : '';
  return `${first.where}, line ${first.line}, column ${first.column}: ${first.message} ${first.fix}${more}`;
}
