/**
 * How long the site waits for others, in milliseconds: the only source of deadlines in `app/` and `mocks/`
 * (`tests/architecture.test.ts`). Times after which stored data expires are not here; they follow the clock (`clock.ts`). Tests
 * replace deadlines (`tests/deadlines.js`). Source: docs/product/limits-and-outages.md, "When a provider fails".
 */
const DEADLINES = {
  // The database and the auth service. A page has 10 s in all.
  databaseCall: 8000,
  databaseQuery: 4000,
  databaseReady: 2000,
  idempotencyQuery: 3000,
  backlogCount: 2000,
  /** A proxy waits 15 s at least (docs/going-live.md). */
  ownData: 12_000,
  /** Supabase's library would retry for 30 s. */
  account: 6000,
  /** The auth service's mail. In a real site it is three quarters of the constant-time reply. */
  accountMail: 6000,
  /** A page waits for `account` in all. */
  sessionRefresh: 4000,
  /** The wait for another process that refreshes the session; that process may have been killed. */
  sessionRefreshElsewhere: 1500,

  // Providers
  connect: 3000,
  readAttempt: 5000,
  read: 8000,
  write: 6000,
  botCheck: 4000,
  suggestions: 1000,
  resolverAttempt: 1400,
  resolvers: 3000,
  whois: 3000,
  dnsAttempt: 5000,
  dnsWrite: 6000,
  dnsList: 8000,
  dnsListAgain: 4000,
  /** Creating an account at the hosting server. Servers take up to a minute, and an answer that comes too late is lost. */
  hostingCreate: 90_000,
  /** Suspending or restoring an account, or changing its package. */
  hostingChange: 30_000,
  /** How long the page of a service waits for the disk use of its account, which it can do without. */
  diskUse: 1500,
  image: 6000,
  /** Processor time for one image. */
  imageScaling: 5000,
  nameServers: 500,
  registeredDate: 3000,
  /** A slower Redis is not used until a new connection passes the write test. */
  redisCommand: 200,
  redisOpening: 2000,

  // One mail
  mailDns: 10_000,
  mailConnection: 10_000,
  mailGreeting: 30_000,
  mailSocket: 60_000,
  /** The whole mail; it ends a mail to a server that responds slowly, byte by byte. */
  mail: 120_000,
  /** The sandbox's mail server. */
  sandboxMailSocket: 5000,

  // Work of one request, and failures that open a circuit breaker
  sameSubmission: 8000,
  /** Later changes of a zone wait for the next request. */
  dnsBatch: 8000,
  /** Noting that a message was delivered; the work continues. */
  messageRecord: 2000,
  /** The wait while the queue sends the same message: an attempt of the queue has ended by then. */
  messageBusy: 6500,
  /** As long as a message stays claimed (`CLAIM_SECONDS` of `app/contact/messages.table.server.ts`). */
  messageSend: 60_000,
  failuresInARow: 30_000,

  /** How often Node checks the deadlines of requests. */
  requestSweep: 5000,
  // Requests: the head, the body, a body with a file, M-PESA's callback, a connection without traffic, and one without
  // requests.
  requestHead: 10_000,
  requestBody: 10_000,
  upload: 60_000,
  callbackBody: 3000,
  idleConnection: 90_000,
  /**
   * Longer than a proxy keeps an idle connection. Otherwise the proxy could send a request into a connection that is being
   * closed.
   */
  keepAlive: 65_000,

  // Shutdown. systemd waits 30 s (docs/going-live.md).
  shutdown: 25_000,
  /** Longer than `shutdown`. */
  exitAfterError: 30_000,
  /** One turn of a background loop. An order, and almost every job of a queue, takes less. */
  stopLoop: 20_000,
  /** If no new connection came for this long, a proxy is assumed to send no more requests. */
  proxyQuiet: 1000,
  /** The longest wait for a pause in new connections; a connection at the end of it may be cut off. */
  drain: 5000,

  // The doctor
  doctorCall: 6000,
  doctorCheck: 12_000,
  doctorResolverAttempt: 5000,
  doctorResolvers: 5500,
  doctorWhois: 5000,
  doctorMailConnection: 5000,
  doctorMailReply: 8000,
  doctorMail: 11_000,
  doctorCount: 8000,

  // The sandbox
  outboxDelivery: 3000,
  outboxPage: 2000,
  sandboxDoctor: 5000,
} as const;

export type DeadlineName = keyof typeof DEADLINES;

/**
 * Waits that run out although all is well, or that no provider or database can exceed. Longer values of these would only cause
 * delays.
 */
export const ALWAYS_WAITED: ReadonlySet<DeadlineName> = new Set(["proxyQuiet", "drain", "outboxPage", "requestSweep"]);

declare global {
  /**
   * Set only in tests and by the sandbox's SANDBOX_DEADLINES: returns the milliseconds of a deadline. `ms`: the product's
   * value. `isAlwaysWaited`: whether the deadline is in ALWAYS_WAITED.
   */
  var deadlineOfTests: ((name: DeadlineName, ms: number, isAlwaysWaited: boolean) => number) | undefined;
}

/** Returns a deadline in milliseconds; a number is the deadline itself. */
export function deadlineMs(name: DeadlineName | number): number {
  if (typeof name === "number") return name;
  return globalThis.deadlineOfTests?.(name, DEADLINES[name], ALWAYS_WAITED.has(name)) ?? DEADLINES[name];
}

/** Returns a signal that aborts with a `TimeoutError` after a deadline, or after a number of milliseconds. */
export function deadline(name: DeadlineName | number): AbortSignal {
  return AbortSignal.timeout(Math.ceil(deadlineMs(name)));
}
