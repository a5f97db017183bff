// Follows one game with graphql-ws or graphql-sse, as their manuals show it: {client, url, game, token} as JSON in argv.
// Prints one line of JSON a step that was new, then {complete, connections, doubled, view}. Knows nothing of the service but its schema.

import jsonpatch from 'fast-json-patch';
import { createClient as createSseClient } from 'graphql-sse';
import { createClient as createWsClient } from 'graphql-ws';
import WebSocket from 'ws';

const { client: kind, url, game, token } = JSON.parse(process.argv[2]);
const authorization = `Bearer ${token}`;
const query = `subscription Follow($game: ID!, $after: Cursor) {
  gameSteps(game: $game, after: $after) { version cursor line { text } patch } }`;

let connections = 0;
let doubled = 0;
let view = null;

const on = { connected: () => { connections += 1; } };
const retryAttempts = 20;
const wait = () => new Promise((resolve) => setTimeout(resolve, 50));
const client = kind === 'graphql-ws'
  ? createWsClient({
    url: `${url.replace(/^http/, 'ws')}/graphql`, webSocketImpl: WebSocket, connectionParams: { authorization }, on, retryAttempts, retryWait: wait,
  })
  : createSseClient({ url: `${url}/graphql`, headers: { authorization }, on, retryAttempts, retry: wait });

/** Both clients send this very object again when they connect again: the cursor in it is where they go on. */
const request = { query, variables: { game, after: '0' } };

client.subscribe(request, {
  next({ data, errors }) {
    if (errors) throw new Error(JSON.stringify(errors));
    const step = data.gameSteps;
    if (step.version <= Number(request.variables.after)) {
      doubled += 1;
      return;
    }
    request.variables.after = step.cursor;
    view = jsonpatch.applyPatch(view, step.patch).newDocument;
    console.log(JSON.stringify({ version: step.version, text: step.line?.text ?? null }));
  },
  error(error) {
    console.error('failed:', error);
    process.exit(1);
  },
  complete() {
    console.log(JSON.stringify({ complete: true, connections, doubled, view }));
    void client.dispose();
  },
});
