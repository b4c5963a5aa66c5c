/** An instruction of a Dockerfile with its continuation lines joined. */
export interface Instruction {
  readonly name: string;
  /** Flags as a map. For example, `--from=build` is stored as `from` -> `build`. */
  readonly flags: Readonly<Record<string, string>>;
  readonly text: string;
}

/** A build stage with its instructions. */
export interface Stage {
  readonly name: string | undefined;
  readonly base: string;
  readonly instructions: readonly Instruction[];
}

const KNOWN = new Set(
  'FROM ARG LABEL ENV WORKDIR COPY ADD RUN USER VOLUME EXPOSE HEALTHCHECK STOPSIGNAL ENTRYPOINT CMD SHELL'.split(' '),
);

/** Parses a Dockerfile. Throws for unknown instructions and for instructions before the first stage. */
export function parseDockerfile(text: string): Stage[] {
  const stages: (Stage & { readonly instructions: Instruction[] })[] = [];
  for (const line of logicalLines(text)) {
    const instruction = parseInstruction(line);
    if (instruction.name === 'FROM') {
      const [base = '', , name] = instruction.text.split(/\s+/);
      stages.push({ base, name, instructions: [] });
      continue;
    }
    const stage = stages.at(-1);
    if (!stage) throw new Error(`${instruction.name} comes before the first FROM`);
    stage.instructions.push(instruction);
  }
  return stages;
}

/** Returns an error message for each problem in a Dockerfile. */
export function dockerfileFaults(stages: readonly Stage[]): string[] {
  const last = stages.at(-1);
  if (!last) return ['It has no stage'];
  const named = (name: string): Instruction | undefined => last.instructions.findLast((one) => one.name === name);
  const faults = stages.flatMap(({ base }) =>
    /^[^:@]+(?::latest)?$/.test(base) && !stages.some(({ name }) => name === base) ? [`${base} names no version`] : [],
  );
  const user = named('USER')?.text;
  if (user === undefined || /^(?:root|0)\b/.test(user)) faults.push('The image runs as root');
  if (!named('HEALTHCHECK')) faults.push('The image has no HEALTHCHECK');
  for (const name of ['ENTRYPOINT', 'CMD']) {
    if (!named(name)?.text.startsWith('[')) faults.push(`${name} is no list, so that a shell would take the signals`);
  }
  for (const { name, text } of stages.flatMap(({ instructions }) => instructions)) {
    if (name === 'ADD') faults.push('ADD does more than COPY');
    if (name === 'RUN' && /\b(?:sudo|curl[^|]*\|\s*(?:ba)?sh)\b/.test(text)) faults.push(`RUN ${text}`);
    if (name === 'WORKDIR' && !text.startsWith('/')) faults.push(`WORKDIR ${text} is not absolute`);
    if (name === 'ENV' && /(?:SECRET|TOKEN|PASSWORD|KEY)=/.test(text)) faults.push('A secret would stay in the image');
  }
  return faults;
}

/** Returns the name-value pairs of an ENV instruction. */
export function pairsOfEnv(text: string): [name: string, value: string][] {
  return [...text.matchAll(/([A-Za-z_]\w*)=("[^"]*"|\S*)/g)].map(([, name = '', value = '']) => [
    name,
    value.replaceAll('"', ''),
  ]);
}

function logicalLines(text: string): string[] {
  return text
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('#'))
    .join('\n')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function parseInstruction(line: string): Instruction {
  const [, name = '', rest = ''] = /^(\S+)\s+(.*)$/.exec(line) ?? [];
  if (!KNOWN.has(name)) throw new Error(`${line} is not an instruction`);
  const flags: Record<string, string> = {};
  let text = rest;
  for (let match = FLAG.exec(text); match; match = FLAG.exec(text)) {
    flags[match[1] ?? ''] = match[2] ?? '';
    text = text.slice(match[0].length);
  }
  return { name, flags, text };
}

const FLAG = /^--([a-z-]+)=(\S+)\s+/;
