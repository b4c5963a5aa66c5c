import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createSecureContext, TLSSocket, type SecureContext } from 'node:tls';
import { makeCertificate, type TestCertificate } from './certificate.ts';
import { listen } from './listen.ts';

/** A message that the sink has accepted. */
export interface SinkMessage {
  readonly from: string;
  readonly to: readonly string[];
  /** The data that the client sent, after dot-stuffing was removed. */
  readonly data: Buffer;
  /**
   * Number of messages that a lenient receiver would find in the data. Such a receiver accepts a bare line feed or
   * carriage return as a line ending.
   */
  readonly lenientCount: number;
  /** The MAIL command with its parameters. */
  readonly mailCommand: string;
  readonly tls: boolean;
  /** Name of the authenticated user. */
  readonly authenticated: string | undefined;
  /** Number of the connection, counted from 1. */
  readonly connection: number;
}

/** Points at which a script can change the response of the sink. */
export type SinkStage =
  | 'greeting'
  | 'ehlo'
  | 'helo'
  | 'starttls'
  | 'auth'
  | 'mail'
  | 'rcpt'
  | 'data'
  | 'dot'
  | 'rset'
  | 'quit';

/**
 * Action instead of the normal reply: send a reply (without its last line ending; its code determines how the session
 * continues), send raw bytes and nothing afterwards, send nothing, send an endless reply byte by byte, close the
 * connection with FIN or RST, or wait for a promise before another action.
 */
export type SinkAction =
  | { readonly say: string; readonly thenEnd?: boolean }
  | { readonly raw: string | Buffer; readonly thenEnd?: boolean }
  | 'hang'
  | 'drip'
  | 'end'
  | 'reset'
  | { readonly wait: Promise<unknown>; readonly then?: SinkAction };

/** Input for a script that chooses an action. */
export interface SinkMoment {
  /** Number of the connection, counted from 1. */
  readonly connection: number;
  /** Number of messages received on this connection so far. */
  readonly mails: number;
  /** The command line that the client sent. Empty for the greeting and the final dot. */
  readonly line: string;
}

/** Options of the sink. By default, it accepts everything. */
export interface SinkScript {
  /** Default: 'none'. */
  readonly tls?: 'none' | 'starttls' | 'implicit';
  /** Host names in the generated certificate. By default, 'localhost' and '127.0.0.1'. */
  readonly certificateNames?: readonly string[];
  /** Key and certificate, optionally with the certificate chain. By default, they are generated. */
  readonly certificate?: TestCertificate;
  readonly minTlsVersion?: 'TLSv1.2' | 'TLSv1.3';
  readonly maxTlsVersion?: 'TLSv1.1' | 'TLSv1.2' | 'TLSv1.3';
  /** Extensions that the sink announces. By default, all four. */
  readonly extensions?: readonly string[];
  /** Requires authentication. The default mechanisms are PLAIN and LOGIN. */
  readonly login?: { readonly user: string; readonly password: string; readonly mechanisms?: readonly string[] };
  /** After this number of messages on a connection, the sink replies to MAIL with 421 and closes the connection. */
  readonly mailsPerConnection?: number;
  readonly on?: Partial<Record<SinkStage, SinkAction | ((moment: SinkMoment) => SinkAction | undefined)>>;
  /**
   * Called with each message. If this is set, the sink stores neither messages nor command lines, so that it can
   * receive any number of messages.
   */
  readonly onMail?: (message: SinkMessage) => void;
}

/** A running SMTP server that stores the messages that it receives. */
export interface SmtpSink {
  readonly port: number;
  /** Certificate of the sink in PEM format, if it supports TLS. */
  readonly certificate: string | undefined;
  readonly messages: readonly SinkMessage[];
  /** Command lines of all connections, in order. */
  readonly lines: readonly string[];
  /** Number of connections so far. */
  readonly connections: number;
  /** Number of open connections, except those on which the client has sent QUIT. */
  readonly open: number;
  /** Number of times that the client sent data after the final dot without waiting for the reply. */
  readonly behindDot: number;
  /** Resolves when the sink has received this total number of messages. */
  waitFor(count: number): Promise<void>;
  /** Resolves when the condition is true. The condition is checked after every event. */
  until(condition: (sink: SmtpSink) => boolean): Promise<void>;
  close(): Promise<void>;
}

const EXTENSIONS: readonly string[] = ['PIPELINING', 'SIZE 104857600', '8BITMIME', 'SMTPUTF8'];
const DRIP_MS = 5;
const DATA_END = Buffer.from('\r\n.\r\n');
const LINE_END = Buffer.from('\r\n');

/** Starts a sink, by default on a free port of 127.0.0.1. Rejects if the port remains in use for about ten seconds. */
export async function startSmtpSink(
  script: SinkScript = {},
  { host = '127.0.0.1', port = 0 }: { readonly host?: string; readonly port?: number } = {},
): Promise<SmtpSink> {
  const speaksTls = script.tls !== undefined && script.tls !== 'none';
  const certificate = speaksTls
    ? (script.certificate ?? makeCertificate(script.certificateNames ?? ['localhost', '127.0.0.1']))
    : undefined;
  const context =
    certificate &&
    createSecureContext({
      ...certificate,
      ...(script.minTlsVersion && { minVersion: script.minTlsVersion }),
      ...(script.maxTlsVersion && { minVersion: 'TLSv1', maxVersion: script.maxTlsVersion }),
    });
  const sockets = new Set<Socket>();
  const leaving = new Set<Socket>();
  const watchers = new Set<() => void>();
  const record: SinkRecord = {
    messages: [],
    lines: [],
    behindDot: 0,
    changed: () => {
      for (const watcher of watchers) watcher();
    },
  };
  let connections = 0;
  const server: Server = createServer({ noDelay: true }, (socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('close', () => {
      sockets.delete(socket);
      leaving.delete(socket);
      record.changed();
    });
    runConnection({ script, context, record, number: connections, socket, leave: () => leaving.add(socket) });
    record.changed();
  });
  await listen(server, port, host);

  const sink: SmtpSink = {
    port: (server.address() as AddressInfo).port,
    certificate: certificate?.cert,
    messages: record.messages,
    lines: record.lines,
    get connections() {
      return connections;
    },
    get open() {
      return sockets.size - leaving.size;
    },
    get behindDot() {
      return record.behindDot;
    },
    waitFor: (count) => sink.until(() => record.messages.length >= count),
    until(condition) {
      return new Promise((resolve) => {
        const watcher = (): void => {
          if (!condition(sink)) return;
          watchers.delete(watcher);
          resolve();
        };
        watchers.add(watcher);
        watcher();
      });
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
  return sink;
}

interface SinkRecord {
  readonly messages: SinkMessage[];
  readonly lines: string[];
  behindDot: number;
  changed(): void;
}

interface ConnectionParts {
  readonly script: SinkScript;
  readonly context: SecureContext | undefined;
  readonly record: SinkRecord;
  readonly number: number;
  readonly socket: Socket;
  /** Called when the client has sent QUIT. */
  readonly leave: () => void;
}

function runConnection({ script, context, record, number, socket: raw, leave }: ConnectionParts): void {
  let socket = raw;
  let received: Buffer = Buffer.alloc(0);
  let isWorking = false;
  let isSilent = false;
  let isInData = false;
  let tls = false;
  let mails = 0;
  let mailCommand: string | undefined;
  let recipients: string[] = [];
  let user: string | undefined;
  let loginStep: ((line: string) => string) | undefined;

  // Ignore errors, because scripts can cause resets, and tests check the client's reaction.
  raw.on('error', () => {});

  if (script.tls === 'implicit') secure();
  else listen();
  void work(() => perform('greeting', '220 sink.example ESMTP'));

  function listen(): void {
    socket.on('data', (chunk: Buffer) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      void work(takeAll);
    });
  }

  function secure(): void {
    if (!context) throw new Error('The script has no TLS');
    tls = true;
    received = Buffer.alloc(0);
    raw.removeAllListeners('data');
    socket = new TLSSocket(raw, { isServer: true, secureContext: context });
    socket.on('error', () => {});
    listen();
  }

  /** Processes input in order, even if an action waits. */
  async function work(first: () => Promise<void>): Promise<void> {
    if (isWorking) return;
    isWorking = true;
    await first();
    await takeAll();
    isWorking = false;
  }

  async function takeAll(): Promise<void> {
    while (!isSilent && (isInData ? await takeData() : await takeLine()));
  }

  async function takeLine(): Promise<boolean> {
    const end = received.indexOf(LINE_END);
    if (end < 0) return false;
    const line = received.toString('utf8', 0, end);
    received = received.subarray(end + 2);
    if (!script.onMail) record.lines.push(line);
    record.changed();
    if (loginStep) await perform('auth', loginStep(line), line);
    else await command(line);
    return true;
  }

  async function command(line: string): Promise<void> {
    const verb = line.split(' ', 1)[0]?.toUpperCase();
    switch (verb) {
      case 'EHLO':
        return perform('ehlo', ['sink.example', ...announced()].map(asEhloLine).join('\r\n'), line);
      case 'HELO':
        return perform('helo', '250 sink.example', line);
      case 'STARTTLS':
        return perform('starttls', script.tls === 'starttls' && !tls ? '220 go ahead' : '502 no TLS', line);
      case 'AUTH':
        return perform('auth', startLogin(line), line);
      case 'MAIL':
        return perform('mail', mailAnswer(), line);
      case 'RCPT':
        return perform('rcpt', mailCommand === undefined ? '503 5.5.1 MAIL first' : '250 2.1.5 ok', line);
      case 'DATA':
        return perform('data', recipients.length === 0 ? '503 5.5.1 RCPT first' : '354 go ahead', line);
      case 'RSET':
        return perform('rset', '250 2.0.0 ok', line);
      case 'QUIT':
        leave();
        return perform('quit', '221 2.0.0 bye', line);
      default:
        return say('500 5.5.2 what');
    }
  }

  function announced(): readonly string[] {
    const extensions = [...(script.extensions ?? EXTENSIONS)];
    if (script.tls === 'starttls' && !tls) extensions.push('STARTTLS');
    if (script.login) extensions.push(`AUTH ${(script.login.mechanisms ?? ['PLAIN', 'LOGIN']).join(' ')}`);
    return extensions;
  }

  function mailAnswer(): string {
    if (mails === script.mailsPerConnection) return '421 4.7.0 enough for one connection';
    if (script.login && user === undefined) return '530 5.7.0 sign in first';
    return mailCommand === undefined ? '250 2.1.0 ok' : '503 5.5.1 one mail at a time';
  }

  function startLogin(line: string): string {
    const [, mechanism = '', initial] = line.split(' ');
    if (mechanism.toUpperCase() === 'PLAIN' && initial !== undefined) {
      const [, name = '', password = ''] = Buffer.from(initial, 'base64').toString('utf8').split('\0');
      return checkLogin(name, password);
    }
    if (mechanism.toUpperCase() !== 'LOGIN') return '504 5.5.4 unknown mechanism';
    loginStep = (name) => {
      loginStep = (password) => {
        loginStep = undefined;
        return checkLogin(decode(name), decode(password));
      };
      return '334 UGFzc3dvcmQ6';
    };
    return '334 VXNlcm5hbWU6';
  }

  function checkLogin(name: string, password: string): string {
    if (name !== script.login?.user || password !== script.login.password) return `535 5.7.8 ${password} is wrong`;
    user = name;
    return '235 2.7.0 welcome';
  }

  async function takeData(): Promise<boolean> {
    const isEmpty = received.indexOf('.\r\n') === 0;
    const end = isEmpty ? -2 : received.indexOf(DATA_END);
    if (end < 0 && !isEmpty) return false;
    const stuffed = received.subarray(0, end + 2);
    received = received.subarray(end + DATA_END.length);
    if (received.length > 0) record.behindDot += 1;
    isInData = false;
    const message: SinkMessage = {
      from: pathOf(mailCommand ?? ''),
      to: recipients,
      data: unstuffed(stuffed),
      lenientCount: countLeniently(stuffed),
      mailCommand: mailCommand ?? '',
      tls,
      authenticated: user,
      connection: number,
    };
    await perform('dot', '250 2.0.0 queued', '', message);
    return true;
  }

  /** Performs the action that the script returns for this point, or sends the normal reply. */
  async function perform(stage: SinkStage, usual: string, line = '', message?: SinkMessage): Promise<void> {
    const scripted = script.on?.[stage];
    let action = typeof scripted === 'function' ? scripted({ connection: number, mails, line }) : scripted;
    while (typeof action === 'object' && 'wait' in action) {
      await action.wait;
      action = action.then;
    }
    if (action === undefined) return answer(stage, usual, line, message);
    if (typeof action === 'object' && 'say' in action) {
      answer(stage, action.say, line, message);
      if (action.thenEnd) end();
      return;
    }
    isSilent = true;
    if (typeof action === 'object') {
      socket.write(action.raw);
      if (action.thenEnd) end();
    } else if (action === 'drip') drip();
    else if (action === 'end') end();
    else if (action === 'reset') raw.resetAndDestroy();
  }

  function answer(stage: SinkStage, reply: string, line: string, message?: SinkMessage): void {
    const code = Number(reply.slice(0, 3));
    const isPositive = code < 400;
    if (stage === 'mail' && isPositive) mailCommand = line;
    if (stage === 'rcpt' && isPositive) recipients.push(pathOf(line));
    if (stage === 'data' && code === 354) isInData = true;
    if (message && isPositive) {
      mails += 1;
      if (script.onMail) script.onMail(message);
      else record.messages.push(message);
    }
    if (stage === 'dot' || stage === 'rset' || stage === 'ehlo' || stage === 'helo') {
      mailCommand = undefined;
      recipients = [];
    }
    say(reply);
    if (stage === 'starttls' && code === 220) secure();
    if (stage === 'quit' || code === 421) end();
    record.changed();
  }

  function say(reply: string): void {
    socket.write(`${reply}\r\n`);
  }

  function end(): void {
    isSilent = true;
    socket.end();
  }

  function drip(): void {
    const reply = '250-drip\r\n'.repeat(1_000);
    let at = 0;
    const timer = setInterval(() => {
      socket.write(reply.charAt(at));
      at = (at + 1) % reply.length;
    }, DRIP_MS);
    raw.on('close', () => clearInterval(timer));
  }
}

function asEhloLine(text: string, index: number, lines: readonly string[]): string {
  return `250${index < lines.length - 1 ? '-' : ' '}${text}`;
}

function pathOf(line: string): string {
  const start = line.indexOf('<');
  const end = line.lastIndexOf('>');
  return start < 0 || end < start ? '' : line.slice(start + 1, end);
}

function decode(base64: string): string {
  return Buffer.from(base64, 'base64').toString('utf8');
}

function unstuffed(data: Buffer): Buffer {
  const text = data.toString('latin1');
  return Buffer.from(text.replace(/^\./, '').replaceAll('\r\n.', '\r\n'), 'latin1');
}

function countLeniently(data: Buffer): number {
  return (data.toString('latin1').match(/(?:^|[\r\n])\.(?=[\r\n])/g)?.length ?? 0) + 1;
}
