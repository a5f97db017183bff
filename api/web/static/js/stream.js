/**
 * One subscription that outlives its connections: graphql-transport-ws, and server-sent events where no websocket gets
 * through.
 *
 * Every connection asks `request()` what to subscribe to, so the caller can continue from its cursor.
 */

const PROTOCOL = 'graphql-transport-ws';
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 10_000;
const SILENCE_MS = 50_000; // the service sends something every 20 s
const GREETING_MS = 8_000;
const PASSING = new Set(['UNAVAILABLE', 'RATE_LIMITED', 'SUBSCRIPTION_LIMIT', 'INTERNAL', 'OFFLINE',
  'TOO_MANY_CONNECTIONS', 'REQUEST_TOO_SLOW']);
const UNAUTHORIZED = 4401;

/**
 * @typedef {'connecting' | 'live' | 'ended' | 'lost'} State
 * @typedef {{query: string, variables: object, operationName?: string}} Request
 * @typedef {{message?: string, extensions?: {code?: string, retryAfterMs?: number}}} Problem an error of an answer
 *
 * @typedef {object} Wanted
 * @property {() => Request} request what to subscribe to, as of now
 * @property {(data: any) => void} next
 * @property {(state: State, detail?: any) => void} state
 * @property {() => string | null} token
 * @property {boolean} [byEvents] whether server-sent events are tried before a websocket
 * @property {new (code: string, message: string, extensions?: any) => Error} Failure
 *
 * @typedef {object} Receiver what a connection reports
 * @property {() => void} live
 * @property {(payload: {data?: any, errors?: Problem[]}) => void} next
 * @property {() => void} ended
 * @property {(errors: Problem[]) => void} refused
 * @property {(worked: boolean) => void} broken worked: whether it had ever worked
 */

/** @param {Wanted} wanted @returns {{close: () => void}} */
export function follow(wanted) {
  const follower = new Follower(wanted);
  follower.start();
  return { close: () => follower.stop(null) };
}

class Follower {
  #wanted;
  #closed = false;
  #attempt = 0;
  #bySocket;
  #timer = 0;
  #hangUp = () => {};
  #connectNow = () => {
    if (this.#attempt > 0 && !this.#closed
      && document.visibilityState !== 'hidden') { this.#hangUp(); this.#connect(); }
  };

  /** @param {Wanted} wanted */
  constructor(wanted) {
    this.#wanted = wanted;
    this.#bySocket = !wanted.byEvents;
  }

  start() {
    window.addEventListener('online', this.#connectNow);
    document.addEventListener('visibilitychange', this.#connectNow);
    this.#wanted.state('connecting', { attempt: 0, inMs: 0 });
    this.#connect();
  }

  /** @param {State | null} state reported to the caller, unless null @param {unknown} [detail] */
  stop(state, detail) {
    if (this.#closed) return;
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#hangUp();
    window.removeEventListener('online', this.#connectNow);
    document.removeEventListener('visibilitychange', this.#connectNow);
    if (state) this.#wanted.state(state, detail);
  }

  #connect() {
    clearTimeout(this.#timer);
    const line = { over: false };
    const receiver = this.#receiver(line);
    const [request, token] = [this.#wanted.request(), this.#wanted.token()];
    const open = this.#bySocket && 'WebSocket' in window ? bySocket : byEvents;
    const cut = open(request, token, receiver);
    this.#hangUp = () => { line.over = true; cut(); };
  }

  /**
   * What one connection reports to; ignored once the connection is over.
   * @param {{over: boolean}} line @returns {Receiver}
   */
  #receiver(line) {
    const isOver = () => line.over || this.#closed;
    /** @param {() => void} act */
    const finish = (act) => {
      if (isOver()) return;
      line.over = true;
      act();
    };
    return {
      live: () => {
        if (isOver()) return;
        this.#attempt = 0;
        this.#wanted.state('live');
      },
      next: ({ data, errors }) => {
        if (errors?.length) finish(() => this.#refused(errors));
        else if (!isOver()) this.#wanted.next(data);
      },
      ended: () => finish(() => this.stop('ended')),
      refused: (errors) => finish(() => this.#refused(errors)),
      broken: (worked) => finish(() => {
        if (!worked) this.#bySocket = !this.#bySocket; // perhaps the other way gets through
        this.#retry();
      }),
    };
  }

  /** @param {Problem[]} errors */
  #refused([first = {}]) {
    const code = first.extensions?.code ?? 'INTERNAL';
    if (PASSING.has(code)) { this.#retry(first.extensions?.retryAfterMs); return; }
    const { Failure } = this.#wanted;
    this.stop('lost', new Failure(code, first.message ?? 'The service ended this without a reason.', first.extensions));
  }

  /** @param {number} [waitMs] */
  #retry(waitMs) {
    this.#hangUp();
    if (this.#closed) return;
    const grown = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.#attempt) * (0.7 + 0.6 * Math.random());
    const inMs = Math.round(waitMs ?? grown);
    this.#attempt += 1;
    this.#wanted.state('connecting', { attempt: this.#attempt, inMs });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#connect(), inMs);
  }
}

/** A timer that every sign of life postpones. @param {number} ms @param {() => void} expired */
function watchdog(ms, expired) {
  let timer = setTimeout(expired, ms);
  return {
    alive(nextMs = SILENCE_MS) { clearTimeout(timer); timer = setTimeout(expired, nextMs); },
    rest() { clearTimeout(timer); },
  };
}

/**
 * @param {Request} request @param {string | null} token @param {Receiver} receiver @returns {() => void} what hangs up
 */
function bySocket(request, token, receiver) {
  const socket = new WebSocket(socketAddress(), PROTOCOL);
  let worked = false;
  const dog = watchdog(GREETING_MS, () => { receiver.broken(worked); socket.close(); });
  /** @param {object} message */
  const send = (message) => socket.send(JSON.stringify(message));
  /** @type {Record<string, (message: {payload?: any}) => void>} */
  const handlers = {
    connection_ack() {
      worked = true;
      send({ id: '1', type: 'subscribe', payload: request });
      receiver.live();
    },
    ping() { send({ type: 'pong' }); },
    next(message) { receiver.next(message.payload); },
    error(message) { receiver.refused(message.payload); },
    complete() { receiver.ended(); },
  };
  socket.onopen = () => send({ type: 'connection_init', payload: authorization(token) });
  socket.onmessage = ({ data }) => {
    dog.alive();
    const message = JSON.parse(data);
    handlers[message.type]?.(message);
  };
  socket.onclose = ({ code }) => {
    dog.rest();
    if (code === UNAUTHORIZED) receiver.refused([UNKNOWN_TOKEN]);
    else receiver.broken(worked);
  };
  return () => { dog.rest(); socket.close(); };
}

function socketAddress() {
  const address = new URL('/graphql', location.href);
  address.protocol = address.protocol.replace('http', 'ws');
  return address;
}

const UNKNOWN_TOKEN = { message: 'The service does not know this token.', extensions: { code: 'UNKNOWN_TOKEN' } };

/** @param {string | null} token @returns {Record<string, string>} */
const authorization = (token) => (token ? { authorization: `Bearer ${token}` } : {});

/**
 * @param {Request} request @param {string | null} token @param {Receiver} receiver @returns {() => void} what hangs up
 */
function byEvents(request, token, receiver) {
  const line = new AbortController();
  let worked = false;
  const dog = watchdog(GREETING_MS, () => { receiver.broken(worked); line.abort(); });
  const listen = async () => {
    const answer = await askForEvents(request, token, line.signal);
    if (!answer.ok || !answer.body) { receiver.refused((await answer.json()).errors ?? []); return; }
    worked = true;
    dog.alive();
    receiver.live();
    await readEvents(answer.body, dog, receiver);
  };
  listen().then(() => receiver.broken(worked), () => receiver.broken(worked)).finally(() => dog.rest());
  return () => { dog.rest(); line.abort(); };
}

/** @param {Request} request @param {string | null} token @param {AbortSignal} signal */
function askForEvents(request, token, signal) {
  const headers = { 'content-type': 'application/json', accept: 'text/event-stream', ...authorization(token) };
  return fetch('/graphql', { method: 'POST', headers, body: JSON.stringify(request), credentials: 'omit', signal });
}

/** @param {ReadableStream<BufferSource>} body @param {{alive: () => void}} dog @param {Receiver} receiver */
async function readEvents(body, dog, receiver) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    dog.alive();
    const blocks = (text + value).split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) receiveEvent(block, receiver);
  }
}

/** @param {string} block @param {Receiver} receiver */
function receiveEvent(block, receiver) {
  /** @type {Record<string, string>} */
  const fields = {};
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) fields[line.slice(0, colon)] = line.slice(colon + 1).trimStart();
  }
  if (fields.event === 'complete') receiver.ended();
  else if (fields.event === 'next') receiver.next(JSON.parse(fields.data));
}
