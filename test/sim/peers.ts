import type { AnnouncedMail, SmtpConnection, SmtpFault, SmtpResult, SmtpTarget } from '../../src/smtp/connection.ts';
import { pick } from '../support/random.ts';
import type { Actor } from './scheduler.ts';
import type { Simulation } from './simulation.ts';

/** A message that a simulated server has accepted. */
export interface Arrival {
  readonly recipient: string;
  readonly actor: Actor;
  /** Timestamp at which the sender started to send the message. */
  readonly startedMs: number;
  /**
   * Timestamp at which the sender sent the final dot. From then until the reply arrives, the sender does not know the
   * result.
   */
  readonly dotMs: number;
  readonly atMs: number;
  readonly data: Buffer;
  /**
   * Whether the server sent the reply. Decided when the message is accepted, from the simulated faults of the
   * connection.
   */
  readonly isAnswered: boolean;
  /** Timestamp at which the sending process received the reply. Undefined if it did not receive the reply. */
  heardAtMs: number | undefined;
}

type Reply = Extract<SmtpResult, { kind: 'accepted' }>['reply'];

const ACCEPTED: Reply = { code: 250, text: '2.0.0 taken', enhanced: '2.0.0' };
const FOR_NOW: readonly Reply[] = [
  { code: 451, text: '4.3.0 try again later', enhanced: '4.3.0' },
  { code: 450, text: '4.2.0 greylisted', enhanced: '4.2.0' },
  { code: 421, text: '4.3.2 shutting down', enhanced: '4.3.2' },
  { code: 451, text: 'local error in processing', enhanced: undefined },
];
const PERMANENT_FAILURES: readonly Reply[] = [
  { code: 550, text: '5.1.1 no such user', enhanced: '5.1.1' },
  { code: 552, text: '5.2.2 mailbox full', enhanced: '5.2.2' },
  { code: 554, text: '5.6.0 bad message', enhanced: '5.6.0' },
];
const LESS: readonly Reply[] = [
  { code: 421, text: '4.7.28 too many messages, slow down', enhanced: '4.7.28' },
  { code: 450, text: '4.7.1 rate limit exceeded', enhanced: '4.7.1' },
];
/**
 * Timeout, in milliseconds, for the reply to the final dot. It is longer than a lease, so that leases are renewed while
 * a process waits for the reply.
 */
const DOT_TIMEOUT_MS = 45_000;
const CONNECT_TIMEOUT_MS = 10_000;
const MAX_SLOW_MS = 40_000;

/** The simulated receiving servers. */
export interface Peers {
  connect(target: SmtpTarget): Promise<SmtpConnection | SmtpFault>;
}

/**
 * Creates servers whose replies are determined by the seed. The servers report all accepted and permanently rejected
 * messages to the simulation's ledger.
 */
export function createPeers(simulation: Simulation): Peers {
  return {
    async connect(target) {
      const { around, chance, later, never, random, whole } = simulation;
      if (!around('connect', () => {})) return never();
      await later(whole(2, 60));
      if (simulation.isDeadSite(target.host) || chance('unreachable')) {
        await later(whole(1, CONNECT_TIMEOUT_MS));
        return fault('connect', undefined);
      }
      if (chance('greeting')) return fault('greeting', pick(random() < 0.5 ? FOR_NOW : LESS, random));
      return session(simulation);
    },
  };
}

function session(simulation: Simulation): SmtpConnection {
  const { scheduler } = simulation;
  const actor = scheduler.current;
  const state: Session = { simulation, actor, isOver: false };
  let sent = 0;
  let announced: AnnouncedMail | undefined;
  return {
    tls: undefined,
    tlsFailure: undefined,
    pipelines: true,
    group: 'together',
    get usable() {
      return !state.isOver;
    },
    get sent() {
      return sent;
    },
    async send(envelope, data, _smtpUtf8, onDot, ahead) {
      sent += 1;
      const isAnother = announced !== undefined && announced.envelope.to !== envelope.to;
      announced = undefined;
      if (isAnother) return broken(state, 'mail', false);
      return offer(state, envelope.to, data, () => {
        onDot?.();
        announced = ahead?.();
      });
    },
    async close() {
      state.isOver = true;
      await simulation.later(simulation.whole(1, 20));
    },
    destroy: () => void (state.isOver = true),
  };
}

interface Session {
  readonly simulation: Simulation;
  readonly actor: Actor;
  isOver: boolean;
}

async function offer(session: Session, to: string, data: Buffer, onDot?: () => void): Promise<SmtpResult> {
  const { simulation } = session;
  const { around, chance, later, never, random, scheduler, whole } = simulation;
  const startedMs = scheduler.nowMs;
  await later(whole(2, 30));
  if (chance('hungUp')) return broken(session, 'mail', false);
  if (chance('asksForLess')) return refused(session, 'mail', pick(LESS, random));
  if (chance('refusedForNow')) return refused(session, 'rcpt', pick(FOR_NOW, random));
  if (chance('refused')) {
    simulation.ledger.refused(to);
    return refused(session, 'rcpt', pick(PERMANENT_FAILURES, random));
  }
  if (chance('brokenBeforeDot')) return broken(session, 'data', false);
  onDot?.();
  const dotMs = scheduler.nowMs;
  // If the process died while it was writing the journal, it does not send the final dot.
  if (!around('dot', () => {})) return never();
  return answerToDot(session, { to, data, startedMs, dotMs });
}

function answerToDot(
  session: Session,
  mail: { readonly to: string; readonly data: Buffer; readonly startedMs: number; readonly dotMs: number },
): Promise<SmtpResult> {
  const { actor, simulation } = session;
  const { chance, random, scheduler, whole, world } = simulation;
  const isLost = chance('dotLost');
  return new Promise((resolve) => {
    const answer = (afterMs: number, result: () => SmtpResult): void => {
      scheduler.after(afterMs, actor, () => resolve(result()));
    };
    // The server continues even if the sender has died.
    scheduler.after(whole(1, 40), world, () => {
      if (isLost) return answer(whole(1, 500), () => broken(session, 'dot', true));
      if (chance('refusedForNowAtDot'))
        return answer(whole(1, 40), () => refused(session, 'dot', pick(FOR_NOW, random)));
      if (chance('refused')) {
        simulation.ledger.refused(mail.to);
        return answer(whole(1, 40), () => refused(session, 'dot', pick(PERMANENT_FAILURES, random)));
      }
      const isHanging = chance('hang');
      const isDropped = !isHanging && chance('acceptThenDrop');
      const { to, ...about } = mail;
      const isAnswered = !isHanging && !isDropped;
      const arrival: Arrival = {
        recipient: to,
        actor,
        ...about,
        atMs: scheduler.nowMs,
        isAnswered,
        heardAtMs: undefined,
      };
      simulation.ledger.arrived(arrival);
      if (isHanging) return answer(DOT_TIMEOUT_MS, () => broken(session, 'dot', true));
      if (isDropped) return answer(whole(1, 40), () => broken(session, 'dot', true));
      answer(chance('slowReply') ? whole(1_000, MAX_SLOW_MS) : whole(1, 40), () => {
        arrival.heardAtMs = scheduler.nowMs;
        // After the server has sent a second reply to the same command, replies no longer match commands, and the
        // session must not be used for another message.
        if (chance('repliesTwice')) session.isOver = true;
        return { kind: 'accepted', reply: ACCEPTED, sentAt: simulation.clockOf(actor).now(), conversation: '' };
      });
    });
  });
}

function refused(session: Session, stage: 'mail' | 'rcpt' | 'dot', reply: Reply): SmtpResult {
  if (reply.code === 421) session.isOver = true;
  const sentAt = session.simulation.clockOf(session.actor).now();
  return { kind: 'refused', stage, reply, conversation: '', ...(stage === 'dot' && { sentAt }) };
}

function broken(session: Session, stage: 'mail' | 'data' | 'dot', dotSent: boolean): SmtpResult {
  session.isOver = true;
  return { kind: 'broken', stage, error: 'the connection broke', conversation: '', dotSent };
}

function fault(stage: 'connect' | 'greeting', reply: Reply | undefined): SmtpFault {
  return { kind: 'fault', stage, reply, error: 'no session', conversation: '' };
}
