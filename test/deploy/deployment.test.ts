import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { dockerfileFaults, pairsOfEnv, parseDockerfile } from '../../scripts/deploy/dockerfile.ts';
import { loadConfig, settings } from '../../src/base/config.ts';

/** Environment variables of the application, of Node.js, and of the PostgreSQL image. */
const KNOWN = new Set<string>([...Object.values(settings).map(({ env }) => env), 'NODE_ENV']);
const OF_POSTGRES = new Set(['POSTGRES_USER', 'POSTGRES_DB', 'POSTGRES_PASSWORD']);
const ROLES = ['start', 'api', 'worker', 'inbound', 'migrate'];
const DATA = '/var/lib/postrider';

const packageJson = JSON.parse(readFileSync('package.json', 'utf8')) as {
  bin: Record<string, string>;
  engines: { node: string };
  dependencies: Record<string, string>;
};

describe('image', () => {
  const text = readFileSync('deploy/Dockerfile', 'utf8');
  const stages = parseDockerfile(text);
  const last = stages.at(-1);
  const textOf = (name: string): string => last?.instructions.findLast((one) => one.name === name)?.text ?? '';

  it('follows the rules', () => {
    expect(dockerfileFaults(stages)).toEqual([]);
    expect(stages.length).toBeGreaterThan(1);
  });

  it.each([
    ['a base without a version', 'FROM node'],
    ['root', 'FROM node:24\nUSER root'],
    ['a shell entry point', 'FROM node:24\nUSER node\nHEALTHCHECK CMD ["x"]\nENTRYPOINT node x\nCMD ["y"]'],
    ['a secret', 'FROM node:24\nENV MY_TOKEN=x'],
    ['ADD', 'FROM node:24\nADD x y'],
    ['a script from the network', 'FROM node:24\nRUN curl https://example.com | sh'],
  ])('%s is detected', (_name, broken) => {
    expect(dockerfileFaults(parseDockerfile(broken))).not.toEqual([]);
  });

  it('an invalid Dockerfile is refused', () => {
    expect(() => parseDockerfile('RUN x')).toThrow('before the first FROM');
    expect(() => parseDockerfile('FROM node:24\nRUNN x')).toThrow('is not an instruction');
  });

  it('uses existing settings and files', () => {
    const pairs = last?.instructions.flatMap((one) => (one.name === 'ENV' ? pairsOfEnv(one.text) : [])) ?? [];
    expect(pairs.map(([name]) => name).filter((name) => !KNOWN.has(name))).toEqual([]);
    const config = loadConfig(Object.fromEntries(pairs));
    expect(config.dataDir).toBe(DATA);
    expect(textOf('VOLUME')).toBe(DATA);
    expect(textOf('EXPOSE')).toBe(String(config.port));
    const [, entry = ''] = JSON.parse(textOf('ENTRYPOINT')) as string[];
    expect(entry).toBe(`/app/node_modules/postrider/${packageJson.bin['postrider']}`);
    expect(ROLES).toContain((JSON.parse(textOf('CMD')) as string[])[0]);
    expect(textOf('HEALTHCHECK')).toContain('/readyz');
    for (const { instructions } of stages) {
      for (const { flags, name, text: words } of instructions) {
        if (name !== 'COPY' || flags['from'] !== undefined) continue;
        for (const source of words.split(/\s+/).slice(0, -1)) expect(existsSync(source), source).toBe(true);
      }
    }
  });

  it('has a Node.js version that the program supports', () => {
    const major = Number(/^node:(\d+)-/.exec(last?.base ?? '')?.[1]);
    expect(major).toBeGreaterThanOrEqual(Number(/\d+/.exec(packageJson.engines.node)?.[0]));
  });

  it('excludes from its context what git ignores', () => {
    const left = readFileSync('deploy/Dockerfile.dockerignore', 'utf8').split('\n');
    for (const path of ['node_modules', 'data', 'dist', '.env', '.git']) expect(left).toContain(path);
  });
});

interface Service {
  readonly environment?: Record<string, string>;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly image?: string;
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly stop_grace_period?: string;
}

describe('compose', () => {
  const compose = parse(readFileSync('deploy/compose.yaml', 'utf8')) as {
    services: Record<string, Service>;
    volumes: Record<string, unknown>;
  };

  it('uses existing settings, volumes and files', () => {
    const { database, postrider } = compose.services;
    expect(Object.keys(postrider?.environment ?? {}).filter((name) => !KNOWN.has(name))).toEqual([]);
    expect(Object.keys(database?.environment ?? {}).filter((name) => !OF_POSTGRES.has(name))).toEqual([]);
    expect(database?.image).toMatch(/^postgres:18-/);
    expect(existsSync(postrider?.build?.dockerfile ?? '')).toBe(true);
    for (const { volumes = [] } of Object.values(compose.services)) {
      for (const volume of volumes) expect(Object.keys(compose.volumes)).toContain(volume.split(':')[0]);
    }
    expect(postrider?.volumes).toEqual([`data:${DATA}`]);
    expect(postrider?.ports).toEqual(['127.0.0.1:8025:8025']);
  });

  it('gives the program a valid configuration when its variables are set', () => {
    const { environment = {} } = compose.services['postrider'] ?? {};
    const filled = Object.entries(environment).map(([name, value]) => [
      name,
      value.replaceAll(
        /\$\{(\w+)(?::-([^}]*)|:\?[^}]*)?\}/g,
        (_all, _name, fallback: string) => fallback ?? 'x'.repeat(48),
      ),
    ]);
    const config = loadConfig(Object.fromEntries(filled));
    expect(config.databaseUrl).toMatch(/@database:5432\/postrider$/);
    expect(config.delivery).toBe('inbox');
  });

  it('waits longer for the program to stop than the program takes', () => {
    expect(Number.parseInt(compose.services['postrider']?.stop_grace_period ?? '', 10)).toBeGreaterThan(60);
  });
});

describe('systemd', () => {
  const unit = readFileSync('deploy/systemd/postrider.service', 'utf8');
  const valueOf = (name: string): string => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? '';

  it('starts the program with existing settings', () => {
    expect(valueOf('ExecStart')).toBe('/usr/bin/env postrider start');
    const pairs = pairsOfEnv(valueOf('Environment'));
    expect(pairs.map(([name]) => name).filter((name) => !KNOWN.has(name))).toEqual([]);
    expect(loadConfig(Object.fromEntries(pairs)).dataDir).toBe(`/var/lib/${valueOf('StateDirectory')}`);
    expect(Number(valueOf('TimeoutStopSec'))).toBeGreaterThan(60);
    expect(valueOf('User')).not.toMatch(/^(?:root)?$/);
  });

  it.each(['NoNewPrivileges', 'PrivateTmp', 'ProtectHome', 'RestrictSUIDSGID', 'LockPersonality'])(
    '%s is on',
    (name) => {
      expect(valueOf(name)).toBe('yes');
    },
  );

  it('is accepted by systemd, if it is installed', () => {
    const { error, status, stderr } = spawnSync('systemd-analyze', ['verify', 'deploy/systemd/postrider.service']);
    if (error) expect(error).toMatchObject({ code: 'ENOENT' });
    else expect({ status, said: String(stderr) }).toEqual({ status: 0, said: '' });
  });
});

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  // Manifests differ by kind, and the expectations check them.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly [more: string]: any;
}

describe('Kubernetes', () => {
  const files = readdirSync('deploy/kubernetes');
  const manifests = files.flatMap((file) =>
    parseAllDocuments(readFileSync(`deploy/kubernetes/${file}`, 'utf8')).map((document) => {
      expect(document.errors, file).toEqual([]);
      // All manifests have these fields. The expectations below check the other fields.
      return document.toJS() as Manifest;
    }),
  );
  const ofKind = (kind: string): Manifest[] => manifests.filter((manifest) => manifest.kind === kind);
  const workloads = [...ofKind('Deployment'), ...ofKind('StatefulSet'), ...ofKind('Job')];
  const environment = {
    ...(ofKind('ConfigMap')[0]?.['data'] as Record<string, string>),
    ...(ofKind('Secret')[0]?.['stringData'] as Record<string, string>),
  };
  const config = loadConfig(environment);

  it('uses existing settings with valid values', () => {
    expect(Object.keys(environment).filter((name) => !KNOWN.has(name))).toEqual([]);
    expect(config.metricsHost).toBe('0.0.0.0');
  });

  it('has every role once', () => {
    const roles = workloads.map((manifest) => manifest['spec'].template.spec.containers[0].args[0]);
    expect(new Set(roles)).toEqual(new Set(['api', 'inbound', 'migrate', 'worker']));
    expect(roles).toHaveLength(4);
  });

  it.each(workloads.map((manifest) => [manifest.metadata.name, manifest] as const))(
    '%s runs without privileges, has probes on existing ports, and stops in time',
    (_name, manifest) => {
      const pod = manifest['spec'].template.spec;
      const [container] = pod.containers;
      expect(pod.securityContext.runAsNonRoot).toBe(true);
      expect(container.securityContext).toMatchObject({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(container.resources.limits.memory).toBeTruthy();
      for (const { name } of container.env ?? []) expect(KNOWN.has(name), name).toBe(true);
      const mounted = container.volumeMounts.map(({ mountPath }: { mountPath: string }) => mountPath);
      expect(mounted).toContain(DATA);
      if (manifest.kind === 'Job') return;
      expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(60);
      const ports = new Map<string, number>(
        container.ports.map((port: { name: string; containerPort: number }) => [port.name, port.containerPort]),
      );
      expect(ports.get('metrics')).toBe(config.metricsPort);
      if (ports.has('http')) expect(ports.get('http')).toBe(config.port);
      const inbound = (container.env ?? []).find(({ name }: { name: string }) => name === 'POSTRIDER_INBOUND_PORT');
      if (ports.has('smtp')) expect(ports.get('smtp')).toBe(Number(inbound.value));
      for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe']) {
        expect(['/livez', '/readyz']).toContain(container[probe].httpGet.path);
        expect([...ports.keys()]).toContain(container[probe].httpGet.port);
      }
    },
  );

  it.each(
    [...ofKind('Service'), ...ofKind('PodDisruptionBudget')].map(
      (one) => [`${one.kind} ${one.metadata.name}`, one] as const,
    ),
  )('%s selects existing pods', (_name, manifest) => {
    const selector = manifest['spec'].selector.matchLabels ?? manifest['spec'].selector;
    const labels = workloads.map((one) => one['spec'].template.metadata.labels);
    expect(labels).toContainEqual(selector);
    const pods = workloads.find((one) => one['spec'].template.metadata.labels.role === selector.role);
    const names = pods?.['spec'].template.spec.containers[0].ports.map(({ name }: { name: string }) => name);
    for (const { targetPort } of manifest['spec'].ports ?? []) expect(names).toContain(targetPort);
  });

  it('every role has a PodDisruptionBudget', () => {
    expect(
      ofKind('PodDisruptionBudget')
        .map(({ metadata }) => metadata.name)
        .toSorted(),
    ).toEqual(['postrider-api', 'postrider-inbound', 'postrider-worker']);
  });
});

it('the bill of materials names every package of the program', { timeout: 120_000 }, () => {
  const { status, stderr, stdout } = spawnSync(process.execPath, ['scripts/sbom.ts'], {
    encoding: 'utf8',
    maxBuffer: 2 ** 27,
  });
  expect({ status, stderr }).toMatchObject({ status: 0 });
  const { components } = JSON.parse(stdout) as {
    components: { name: string; group?: string; version: string; licenses?: unknown }[];
  };
  const named = components.map(({ group, name, version }) => `${group ? `${group}/` : ''}${name}@${version}`);
  const wanted = Object.entries(packageJson.dependencies).map(([name, version]) => `${name}@${version}`);
  expect(named).toEqual(expect.arrayContaining(wanted));
});
