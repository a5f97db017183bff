/**
 * One subscription that outlives its connections: graphql-transport-ws, and server-sent events where no websocket comes through.
 * Knows neither games nor cursors: every connection asks `request()` anew what to subscribe to.
 */

const PROTOCOL = 'graphql-transport-ws';
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 10_000;
const SILENCE_MS = 50_000; // the service says something every 20 s
const GREETING_MS = 8_000;
const PASSING = new Set(['UNAVAILABLE', 'RATE_LIMITED', 'SUBSCRIPTION_LIMIT', 'INTERNAL', 'OFFLINE']);
const UNAUTHORIZED = 4401;

/**
 * @typedef {object} Wanted
 * @property {() => {query: string, variables: object}} request what to subscribe to, as of now
 * @property {(data: any) => void} next
 * @property {(state: 'connecting' | 'live' | 'ended' | 'lost', detail?: any) => void} state
 * @property {() => string | null} token
 * @property {new (code: string, message: string, extensions?: object) => Error} Failure
 *
 * @typedef {object} Ears what a connection tells its follower
 * @property {() => void} live
 * @property {(payload: {data?: any, errors?: any[]}) => void} next
 * @property {() => void} ended
 * @property {(errors: any[]) => void} refused
 * @property {(met: boolean) => void} broken met: whether it had worked before
 */

/** @param {Wanted} wanted @returns {{close: () => void}} */
export function follow(wanted) {
  let closed = false;
  let attempt = 0;
  let bySocket = true;
  let timer = 0;
  let hangUp = () => {};

  const stop = (state, detail) => {
    if (closed) return;
    close();
    if (state) wanted.state(state, detail);
  };

  const again = (waitMs) => {
    hangUp();
    if (closed) return;
    const grown = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt) * (0.7 + 0.6 * Math.random());
    const inMs = Math.round(waitMs ?? grown);
    attempt += 1;
    wanted.state('connecting', { attempt, inMs });
    clearTimeout(timer);
    timer = setTimeout(connect, inMs);
  };

  const refused = (errors) => {
    const first = errors[0] ?? {};
    const code = first.extensions?.code ?? 'INTERNAL';
    if (PASSING.has(code)) again(first.extensions?.retryAfterMs);
    else stop('lost', new wanted.Failure(code, first.message ?? 'The service ended this without a reason.', first.extensions));
  };

  function connect() {
    clearTimeout(timer);
    let over = false;
    const once = (act) => (...said) => {
      if (over || closed) return;
      over = true;
      act(...said);
    };
    /** @type {Ears} */
    const ears = {
      live() { if (!over && !closed) { attempt = 0; wanted.state('live'); } },
      next(payload) {
        if (over || closed) return;
        if (payload.errors?.length) ears.refused(payload.errors);
        else wanted.next(payload.data);
      },
      ended: once(() => stop('ended')),
      refused: once(refused),
      broken: once((met) => {
        if (!met) bySocket = !bySocket; // perhaps the other way comes through
        again();
      }),
    };
    const [request, token] = [wanted.request(), wanted.token()];
    const cut = bySocket && 'WebSocket' in window ? bySocketTo(request, token, ears) : byEventsFrom(request, token, ears);
    hangUp = () => { over = true; cut(); };
  }

  const atOnce = () => {
    if (attempt > 0 && !closed && document.visibilityState !== 'hidden') { hangUp(); connect(); }
  };

  function close() {
    closed = true;
    clearTimeout(timer);
    hangUp();
    window.removeEventListener('online', atOnce);
    document.removeEventListener('visibilitychange', atOnce);
  }

  window.addEventListener('online', atOnce);
  document.addEventListener('visibilitychange', atOnce);
  wanted.state('connecting', { attempt: 0, inMs: 0 });
  connect();
  return { close: () => stop(null) };
}

/** A timer that is put off by every sign of life. */
function watchdog(ms, bark) {
  let timer = setTimeout(bark, ms);
  return {
    alive(nextMs = SILENCE_MS) { clearTimeout(timer); timer = setTimeout(bark, nextMs); },
    rest() { clearTimeout(timer); },
  };
}

/** @param {object} request @param {string | null} token @param {Ears} ears @returns {() => void} what hangs up */
function bySocketTo(request, token, ears) {
  const address = new URL('/graphql', location.href);
  address.protocol = address.protocol.replace('http', 'ws');
  const socket = new WebSocket(address, PROTOCOL);
  let met = false;
  const dog = watchdog(GREETING_MS, () => { ears.broken(met); socket.close(); });
  const tell = (message) => socket.send(JSON.stringify(message));
  const heard = {
    connection_ack() {
      met = true;
      tell({ id: '1', type: 'subscribe', payload: request });
      ears.live();
    },
    ping() { tell({ type: 'pong' }); },
    pong() {},
    next(message) { ears.next(message.payload); },
    error(message) { ears.refused(message.payload); },
    complete() { ears.ended(); },
  };
  socket.onopen = () => tell({ type: 'connection_init', payload: token ? { authorization: `Bearer ${token}` } : {} });
  socket.onmessage = ({ data }) => {
    dog.alive();
    const message = JSON.parse(data);
    heard[message.type]?.(message);
  };
  socket.onclose = ({ code }) => {
    dog.rest();
    if (code === UNAUTHORIZED) ears.refused([{ message: 'The service does not know this token.', extensions: { code: 'UNKNOWN_TOKEN' } }]);
    else ears.broken(met);
  };
  return () => { dog.rest(); socket.close(); };
}

/** @param {object} request @param {string | null} token @param {Ears} ears @returns {() => void} what hangs up */
function byEventsFrom(request, token, ears) {
  const line = new AbortController();
  let met = false;
  const dog = watchdog(GREETING_MS, () => { ears.broken(met); line.abort(); });
  const listen = async () => {
    const answer = await fetch('/graphql', {
      method: 'POST',
      headers: {
        'content-type': 'application/json', accept: 'text/event-stream', ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      body: JSON.stringify(request),
      credentials: 'omit',
      signal: line.signal,
    });
    if (!answer.ok || !answer.body) return ears.refused((await answer.json()).errors ?? []);
    met = true;
    dog.alive();
    ears.live();
    return events(answer.body, dog, ears);
  };
  listen().then(() => ears.broken(met), () => ears.broken(met)).finally(() => dog.rest());
  return () => { dog.rest(); line.abort(); };
}

async function events(body, dog, ears) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    dog.alive();
    const blocks = (text + value).split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) heardEvent(block, ears);
  }
}

function heardEvent(block, ears) {
  const fields = {};
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) fields[line.slice(0, colon)] = line.slice(colon + 1).trimStart();
  }
  if (fields.event === 'complete') ears.ended();
  else if (fields.event === 'next') ears.next(JSON.parse(fields.data));
}
