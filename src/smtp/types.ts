import type { Clock } from '../base/clock.ts';
import type { TlsaRecord } from '../base/dns.ts';
import type { EmailAddress } from '../mail/address.ts';
import type { Reply } from './reply.ts';
import type { SmtpTimeouts } from './timeouts.ts';

export interface SmtpTarget {
  /** Host name for TLS (SNI, verification) and logs. */
  readonly host: string;
  /** IP address to connect to. The host name is not looked up. */
  readonly address: string;
  readonly port: number;
  /** 'implicit' means TLS from the first byte (RFC 8314). The other values concern STARTTLS (RFC 3207). */
  readonly tls: 'never' | 'opportunistic' | 'required' | 'implicit';
  /**
   * Whether the certificate must be valid: not expired, from a trusted authority, and issued for one of
   * `certificateNames`.
   */
  readonly verifyTls: boolean;
  /**
   * Names of which at least one must be an alternative name in the certificate. The first name is sent as SNI. Default:
   * `host`, matched by Node's rules.
   */
  readonly certificateNames?: readonly string[];
  /** TLSA records of which at least one must match the certificate (RFC 7672). If set, they replace `verifyTls`. */
  readonly dane?: readonly TlsaRecord[];
  /** Whether the certificate is also verified if TLS is optional. Problems are then reported as `tlsFailure`. */
  readonly reportTls?: true;
  /** The policy that requires TLS, for error messages. Absent if the requirement is our own. */
  readonly tlsRule?: 'dane' | 'mta-sts';
  readonly login: SmtpLogin | undefined;
}

/** Reason why TLS was not started, or the problem with TLS, in the terms of TLS reports (RFC 8460 section 4.3). */
export type TlsFailure =
  | 'starttls-not-supported'
  | 'certificate-host-mismatch'
  | 'certificate-expired'
  | 'certificate-not-trusted'
  | 'tlsa-invalid'
  | 'validation-failure';

/** User and password for AUTH, which are sent only over TLS or to this machine. */
export interface SmtpLogin {
  readonly user: string;
  readonly password: string;
}

/** Connection options that are the same for all servers. */
export interface SmtpOptions {
  /** Name for EHLO: our host name, which should match the reverse DNS name of our address. */
  readonly ehloName: string;
  readonly timeouts: SmtpTimeouts;
  /** Source address. By default, the system chooses it. */
  readonly localAddress?: string;
  /** Certificates (PEM) to trust instead of Node's root certificates. */
  readonly trustedCertificates?: readonly string[];
  /** False if the server announces PIPELINING (RFC 2920) but is known to lose commands that arrive together. */
  readonly pipelining?: boolean;
  /** Clock for `sentAt`. Default: the machine's clock. */
  readonly clock?: Clock;
}

/**
 * Step of the dialogue at which an event happened. 'starttls' stands for every TLS handshake, 'dot' for the end of the
 * data.
 */
export type SmtpStage = 'connect' | 'greeting' | 'ehlo' | 'starttls' | 'auth' | 'mail' | 'rcpt' | 'data' | 'dot';

/** A session that could not be opened. No message was offered to the server. */
export interface SmtpFault {
  readonly kind: 'fault';
  readonly stage: SmtpStage;
  /** The server's reply, if the server refused. */
  readonly reply: Reply | undefined;
  /** A sentence for the sender of the message. */
  readonly error: string;
  readonly conversation: string;
  /** Set if TLS failed. */
  readonly tlsFailure?: TlsFailure;
}

/** Sender ('' is the null sender) and recipient of a message. */
export interface SmtpEnvelope {
  readonly from: EmailAddress | '';
  readonly to: EmailAddress;
  /** Sent as ENVID to servers that support it (RFC 3461 section 4.4). At most 100 letters, digits, dots and hyphens. */
  readonly id?: string | undefined;
}

/**
 * How the commands for a message were sent: each command after the reply to the previous command, all together, or
 * after the final dot of another message.
 */
export type CommandGroup = 'single' | 'together' | 'behind-dot';

/** The part of a message that is sent before the message data. */
export interface AnnouncedMail {
  readonly envelope: SmtpEnvelope;
  /** Size of the message data in octets. */
  readonly bytes: number;
  readonly smtpUtf8: boolean;
}

/** The result for one message. */
export type SmtpResult =
  | {
      readonly kind: 'accepted';
      readonly reply: Reply;
      /** Time when the final dot was written, in milliseconds since the Unix epoch. */
      readonly sentAt: number;
      readonly conversation: string;
    }
  | {
      readonly kind: 'refused';
      readonly stage: 'mail' | 'rcpt' | 'data' | 'dot';
      readonly reply: Reply;
      readonly conversation: string;
      /**
       * Set if the message was not offered, because the server's capabilities show that the server cannot accept it.
       */
      readonly isForeseen?: true;
      /** Set only if the whole message was written. Milliseconds since the Unix epoch. */
      readonly sentAt?: number;
    }
  | {
      readonly kind: 'broken';
      readonly stage: SmtpStage;
      readonly error: string;
      readonly conversation: string;
      /**
       * Whether the server may have accepted the message, because the end of the message was written but no reply
       * arrived.
       */
      readonly dotSent: boolean;
    };

/** An open session that sends one message after another. */
export interface SmtpConnection {
  /** TLS protocol and cipher ('TLSv1.3 TLS_AES_256_GCM_SHA384'). Undefined without TLS. */
  readonly tls: string | undefined;
  /** A TLS problem that the target does not treat as an error. Only set with `reportTls`. */
  readonly tlsFailure: TlsFailure | undefined;
  /**
   * False if no more messages can be sent, because the server closed the connection, replied 421 or sent an unexpected
   * reply, or because the connection is too old.
   */
  readonly usable: boolean;
  /** Whether the server accepts several commands at once (RFC 2920). */
  readonly pipelines: boolean;
  /** Number of messages offered over this connection, regardless of their results. */
  readonly sent: number;
  /** How the commands for the latest message were sent. */
  readonly group: CommandGroup;
  /**
   * Sends one message. Only one message may be sent at a time. `data` is the whole message with CRLF line endings,
   * without dot-stuffing, and is sent byte for byte. SMTPUTF8 is used if `smtpUtf8` is true or an address is not ASCII.
   * `onDot` is called immediately before the end of the message is written; from then on, the server may have accepted
   * the message. `ahead` is called immediately after `onDot` and returns the next message for this connection. If the
   * server allows it, the commands for that message are sent with the end of the current message (RFC 2920 section
   * 3.1). Sending a different message next breaks the connection. Rejects only if the caller has a bug: a second
   * message at the same time, or an address that cannot be sent.
   */
  send(
    envelope: SmtpEnvelope,
    data: Buffer,
    smtpUtf8: boolean,
    onDot?: () => void,
    ahead?: () => AnnouncedMail | undefined,
  ): Promise<SmtpResult>;
  /** Sends QUIT if the state of the session allows it, waits briefly, and closes the connection. Never rejects. */
  close(): Promise<void>;
  destroy(): void;
}
