// Puts operations through the cache of Apollo, Relay or urql, with the configuration of the documentation, and reads them back from
// it alone. {client, url, token, configuration, operations: [{name, document, variables}], artifacts} as JSON on stdin. Prints
// {read: {name: data}, games: the keys of the entries for games, where the client shows them, warnings} as JSON.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { getIntrospectionQuery } from 'graphql';

const { client: kind, url, token, configuration, operations, artifacts } = JSON.parse(readFileSync(0, 'utf8'));
const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };

async function ask(query, variables) {
  const answer = await fetch(`${url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query, variables }) });
  const { data, errors } = await answer.json();
  if (errors) throw new Error(JSON.stringify(errors));
  return data;
}

/** The expression of the documentation, with what it names. */
const configured = (named) => Function(...Object.keys(named), `${configuration.replace(/new \w+\(|cacheExchange\(/, 'return $&')}`)(
  ...Object.values(named),
);

const possibleTypes = (schema) => Object.fromEntries(
  schema.__schema.types.filter((type) => type.possibleTypes).map((type) => [type.name, type.possibleTypes.map(({ name }) => name)]),
);

const withoutTypenames = (data) => JSON.parse(JSON.stringify(data, (key, value) => (key === '__typename' ? undefined : value)));

/** Every client: how it asks and stores, how it reads what is stored, and what its keys are, if it shows them. */
const clients = {
  async apollo() {
    const { InMemoryCache, gql } = await import('@apollo/client/core/index.js').catch(() => import('@apollo/client'));
    const cache = configured({ InMemoryCache, introspected: { possibleTypes: possibleTypes(await ask(getIntrospectionQuery())) } });
    return {
      async store({ document, variables }) {
        const query = cache.transformDocument(gql(document));
        cache.writeQuery({ query, variables, data: await ask(print(query), variables) });
      },
      read: ({ document, variables }) => cache.readQuery({ query: gql(document), variables }),
      keys: () => Object.keys(cache.extract()),
    };
  },

  async urql() {
    const { Client, fetchExchange, gql } = await import('@urql/core');
    const { cacheExchange } = await import('@urql/exchange-graphcache');
    const schema = await ask(getIntrospectionQuery());
    const exchange = configured({ cacheExchange: (options) => cacheExchange({ ...options, logger: warned }), schema });
    const client = new Client({
      url: `${url}/graphql`, preferGetMethod: false, exchanges: [exchange, fetchExchange], fetchOptions: { headers },
      fetch: (address, options) => fetch(address, { ...options, signal: undefined }), // Node ends at a request that nobody awaits any more
    });
    const run = async ({ document, variables }, requestPolicy) => {
      const { data, error } = await client.query(gql(document), variables, { requestPolicy }).toPromise();
      if (error) throw error;
      return data;
    };
    return {
      store: (operation) => run(operation, 'network-only'),
      read: (operation) => run(operation, 'cache-only'),
    };
  },

  async relay() {
    const { default: runtime } = await import('relay-runtime');
    const { Environment, Network, RecordSource, Store, createOperationDescriptor, fetchQuery } = runtime;
    const network = Network.create(async ({ text }, variables) => ({ data: await ask(text, variables) }));
    const environment = configured({ Environment, Store, RecordSource, network });
    const compiled = async (name) => (await import(pathToFileURL(join(artifacts, `${name}.graphql.js`)))).default;
    return {
      store: async ({ name, variables }) => fetchQuery(environment, await compiled(name), variables).toPromise(),
      read: async ({ name, variables }) => environment.lookup(createOperationDescriptor(await compiled(name), variables).fragment).data,
      keys: () => environment.getStore().getSource().getRecordIDs(),
    };
  },
};

const warnings = [];
function warned(level, message) {
  warnings.push(`${level}: ${message}`);
}

const { print } = await import('graphql');
const client = await clients[kind]();
for (const operation of operations) await client.store(operation);
const read = {};
for (const operation of operations) read[operation.name] = withoutTypenames(await client.read(operation));
const games = client.keys?.().filter((key) => /^(Listed)?Game:[0-9a-f-]+$/.test(key));
console.log(JSON.stringify({ read, games, warnings }));
