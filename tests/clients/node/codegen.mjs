// Runs GraphQL Code Generator's own core and plugins as its command line would, for a configuration and operations that are handed in.
// Reads {sdl, operations, generates, config} as JSON on stdin and writes {file: TypeScript} to stdout. Holds no operation of its own.

import { codegen } from '@graphql-codegen/core';
import { buildSchema, parse, printSchema } from 'graphql';

const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const { sdl, operations, generates, config } = JSON.parse(Buffer.concat(chunks).toString('utf8'));

const schema = parse(printSchema(buildSchema(sdl)));
const documents = operations.map(({ place, text }) => ({ location: place, document: parse(text) }));

const files = {};
for (const [filename, { plugins }] of Object.entries(generates)) {
  const pluginMap = {};
  for (const name of plugins) pluginMap[name] = await import(`@graphql-codegen/${name}`);
  files[filename] = await codegen({
    filename, schema, documents, config, pluginMap, plugins: plugins.map((name) => ({ [name]: {} })),
  });
}
process.stdout.write(JSON.stringify(files));
